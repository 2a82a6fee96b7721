import { Message } from '@/components/site/message'
import { Moment } from '@/components/site/moment'
import type { CertificateWire } from '@/lib/contract/check/certificate'
import type { VerifyAnswer } from '@/lib/contract/check/verification'
import type { MessageKey } from '@/lib/i18n/catalogues'
import type { Translator } from '@/lib/i18n/translate'
import { ChangesTable } from './changes-table'
import { verdictPath } from './verdict-view'

interface Words {
  sentence: MessageKey
  link: MessageKey
}

/** The sentences about the correction. None of them calls the correction good: only its own check can. */
const WORDS: Record<CertificateWire['status'], Words> = {
  issued: { sentence: 'correction.instead', link: 'correction.check' },
  superseded: { sentence: 'correction.superseded', link: 'correction.check' },
  withdrawn: { sentence: 'correction.withdrawn', link: 'correction.seeWithdrawn' },
  invalid: { sentence: 'correction.invalid', link: 'correction.seeInvalid' },
}

interface Props {
  answer: VerifyAnswer
  checkedAt: Date
  translator: Translator
}

/** Where a replaced certificate leads: the link to the current one, and what changed, field by field. */
export function CorrectionSection({ answer, checkedAt, translator }: Props) {
  const { t } = translator
  const replacement = answer.replacement_certificate
  if (!replacement) {
    return (
      <section data-verdict>
        <h2>{t('correction.heading')}</h2>
        <p className="plain">{t('correction.missing')}</p>
      </section>
    )
  }
  const words = WORDS[replacement.status]
  const standing = replacement.status === 'issued'
  const expiresAt = standing && replacement.expires_at ? new Date(replacement.expires_at) : null
  return (
    <section data-verdict>
      <h2>{t('correction.heading')}</h2>
      <p className={standing ? 'plain' : 'plain warning'}>{t(words.sentence)}</p>
      {expiresAt && expiresAt <= checkedAt && (
        <p className="plain warning">
          <Message
            translator={translator}
            id="correction.expired"
            values={{ moment: <Moment translator={translator} date={expiresAt} /> }}
          />
        </p>
      )}
      <a className={standing ? 'button primary' : 'button'} href={verdictPath(replacement.serial)}>
        {t(words.link)}
      </a>
      {standing && <ChangesTable before={answer.certificate} after={replacement} translator={translator} />}
    </section>
  )
}
