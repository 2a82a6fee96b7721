import { Message } from '@/components/site/message'
import { HISTORY } from '@/components/site/site-links'
import type { VerifyAnswer } from '@/lib/contract/check/verification'
import type { Translator } from '@/lib/i18n/translate'

/** Keeping this check in the history of this device; shown by the script, since only the browser can keep it. */
export function KeepCheck({ answer, translator }: { answer: VerifyAnswer; translator: Translator }) {
  const { t } = translator
  const { certificate, verification } = answer
  return (
    <section className="keep-check print-hidden" data-verdict hidden>
      <form
        data-keep-check
        data-serial={certificate.serial}
        data-outcome={verification.overall_status}
        data-at={verification.verified_at}
        data-failed={t('history.failed')}
      >
        <label htmlFor="keep-reference">{t('history.reference')}</label>
        <div className="keep-row">
          <input id="keep-reference" type="text" maxLength={64} autoComplete="off" />
          <button type="submit" className="button">
            {t('history.keep')}
          </button>
        </div>
        <p className="hint" role="status" />
        <template>
          <Message
            translator={translator}
            id="history.kept"
            values={{ link: <a href={HISTORY}>{t('link.history')}</a> }}
          />
        </template>
      </form>
    </section>
  )
}
