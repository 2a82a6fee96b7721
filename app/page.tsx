import { HomePage } from '@/components/home-page'
import { defaultTranslator } from '@/lib/i18n/translate'
import { site } from './site'

/** Home: type a serial. */
export default function Page() {
  return <HomePage translator={defaultTranslator()} origin={site().origin} />
}
