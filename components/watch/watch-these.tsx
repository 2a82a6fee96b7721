import type { Translator } from '@/lib/i18n/translate'
import { WatchEmailField } from './watch-email-field'
import { WATCH } from './watch-paths'

interface Props {
  translator: Translator
  serials: readonly string[]
}

/** The form below a verdict or a table of them: leave an address, and hear when something changes. A plain form. */
export function WatchThese({ translator, serials }: Props) {
  const { t } = translator
  return (
    <section className="watch-these print-hidden" data-verdict>
      <details>
        <summary>{t(serials.length === 1 ? 'watch.ask' : 'watch.askMany')}</summary>
        <p className="plain">{t('watch.lead')}</p>
        <form method="post" action={WATCH} className="report-form">
          {serials.map((serial) => (
            <input key={serial} type="hidden" name="serial" value={serial} />
          ))}
          <WatchEmailField translator={translator} />
          <button type="submit" className="button">
            {t('watch.submit')}
          </button>
        </form>
      </details>
    </section>
  )
}
