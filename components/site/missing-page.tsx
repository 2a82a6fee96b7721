import type { Translator } from '@/lib/i18n/translate'
import { SerialForm } from './serial-form'

/** The page for an address that holds nothing. */
export function MissingPage({ translator, origins }: { translator: Translator; origins?: readonly string[] }) {
  const { t } = translator
  return (
    <div className="sheet">
      <div className="opening">
        <h1>{t('missing.heading')}</h1>
        <p className="lead">{t('missing.body')}</p>
        <SerialForm translator={translator} origins={origins} />
      </div>
    </div>
  )
}
