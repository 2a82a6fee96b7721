import { VerdictBanner } from '@/components/verdict/verdict-banner'
import type { Translator } from '@/lib/i18n/translate'
import { SerialForm } from './serial-form'
import { StaticDocument } from './static-document'

interface Props {
  translator: Translator
  host: string
  /** Of this service, now and before. */
  origins?: readonly string[]
}

/** The page for visitors from a country or network that this part of the service does not answer (spec part 5). */
export function NotAvailablePage({ translator, host, origins }: Props) {
  const { t } = translator
  return (
    <StaticDocument translator={translator} host={host} path="/not-available">
      <article className="sheet">
        <VerdictBanner tone="unknown" heading={t('notAvailable.heading')}>
          <p>{t('notAvailable.sentence')}</p>
          <p>{t('notAvailable.meaning')}</p>
        </VerdictBanner>
        <section>
          <h2>{t('notAvailable.worksHeading')}</h2>
          <ul className="steps">
            <li>{t('notAvailable.check')}</li>
            <li>{t('notAvailable.key')}</li>
            <li>{t('notAvailable.turnOff')}</li>
          </ul>
        </section>
        <section>
          <SerialForm translator={translator} origins={origins} />
        </section>
      </article>
    </StaticDocument>
  )
}
