import { FILE_PATH } from '@/components/verdict/verdict-view'
import type { Translator } from '@/lib/i18n/translate'

interface Props {
  translator: Translator
  /** The host that the file would be sent to, as the address bar shows it. */
  host: string
  /** False where another action of the view is the dark one. */
  primary?: boolean
}

/**
 * Takes a PDF; a plain form, so that it works without JavaScript. With it, only the fingerprint is looked up at first:
 * the script takes all its words from the form. The field itself is the drop zone.
 */
export function FileForm({ translator: { t }, host, primary = true }: Props) {
  return (
    <form
      action={FILE_PATH}
      method="post"
      encType="multipart/form-data"
      className="file-form"
      data-file-form
      data-working={t('fileForm.working')}
      data-unknown={t('fileForm.unknown', { host })}
      data-failed={t('fileForm.failed', { host })}
      data-too-large={t('fileRefused.tooLarge')}
      data-empty={t('drop.empty')}
      data-submit={t('fileForm.submit')}
      data-send={t('fileForm.send')}
    >
      <label htmlFor="file">{t('fileForm.label')}</label>
      <div className="file-row">
        <input id="file" name="file" type="file" accept="application/pdf,.pdf" required aria-describedby="file-hint" />
        <button type="submit" className={primary ? 'button primary' : 'button'}>
          {t('fileForm.submit')}
        </button>
      </div>
      <p className="file-status" role="status" />
      <p id="file-hint" className="hint">
        {t('fileForm.hint')}
      </p>
      <noscript>
        <p className="hint">{t('fileForm.noScript')}</p>
      </noscript>
    </form>
  )
}
