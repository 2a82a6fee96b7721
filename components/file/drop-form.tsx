import { Message } from '@/components/site/message'
import { CHECK_FILE, CHECK_MANY, SCAN } from '@/components/site/site-links'
import type { Translator } from '@/lib/i18n/translate'

interface Props {
  translator: Translator
  /** The host that a file would be sent to, as the address bar shows it. */
  host: string
}

/**
 * The one place for files: a PDF, a photo, a badge, a receipt, a list, or several of them. What each is, the script
 * finds out by its content; without scripts the service does. The script takes all its words from the form.
 */
export function DropForm({ translator, host }: Props) {
  const { t } = translator
  return (
    <form
      action={CHECK_FILE}
      method="post"
      encType="multipart/form-data"
      className="file-form drop-form"
      data-drop-form
      data-working={t('fileForm.working')}
      data-unknown={t('fileForm.unknown', { host })}
      data-failed={t('fileForm.failed', { host })}
      data-too-large={t('fileRefused.tooLarge')}
      data-submit={t('fileForm.submit')}
      data-send={t('fileForm.send')}
      data-nothing-known={t('drop.unknown')}
      data-empty={t('drop.empty')}
      data-drawing={t('drop.drawing')}
      data-no-serial={t('many.none')}
      data-unread={t('many.unreadFiles')}
    >
      <label htmlFor="file">{t('drop.label')}</label>
      <div className="file-row">
        <input id="file" name="file" type="file" multiple required aria-describedby="file-hint" />
        <button type="submit" className="button">
          {t('fileForm.submit')}
        </button>
      </div>
      <p className="file-status" role="status" />
      <template data-unkept>
        <Message
          translator={translator}
          id="drop.unkept"
          values={{
            scan: <a href={SCAN}>{t('scan.heading')}</a>,
            many: <a href={CHECK_MANY}>{t('many.heading')}</a>,
          }}
        />
      </template>
      <p id="file-hint" className="hint">
        {t('drop.hint')}
      </p>
      <noscript>
        <p className="hint">{t('fileForm.noScript')}</p>
      </noscript>
    </form>
  )
}
