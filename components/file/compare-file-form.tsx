import { FILE_PATH } from '@/components/verdict/verdict-view'
import type { Translator } from '@/lib/i18n/translate'

/**
 * Asks for the file once more, to compare it with the issued one: a plain form, since nothing of the file is kept here.
 * If the page before kept the file in the browser, the script puts it in and sends the form.
 */
export function CompareFileForm({ translator: { t } }: { translator: Translator }) {
  return (
    <section className="compare-file" aria-labelledby="compare-file-heading">
      <h2 id="compare-file-heading">{t('compareFile.heading')}</h2>
      <form
        action={`${FILE_PATH}?compare=true`}
        method="post"
        encType="multipart/form-data"
        data-compare-file
        data-working={t('compareFile.working')}
      >
        <label htmlFor="same-file">{t('compareFile.label')}</label>
        <div className="file-row">
          <input
            id="same-file"
            name="file"
            type="file"
            accept="application/pdf,.pdf"
            required
            aria-describedby="same-file-hint"
          />
          <button type="submit" className="button primary">
            {t('compareFile.submit')}
          </button>
        </div>
        <p className="file-status" role="status" />
        <p id="same-file-hint" className="hint">
          {t('compareFile.hint')}
        </p>
      </form>
    </section>
  )
}
