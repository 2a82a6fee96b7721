import { assets } from '@/components/assets'
import { HomePage } from '@/components/home-page'
import { defaultTranslator } from '@/lib/i18n/translate'
import { site } from './site'

/** Home: type a serial. */
export default function Page() {
  return (
    <>
      <script async type="module" src={assets().file} />
      <HomePage translator={defaultTranslator()} origin={site().origin} />
    </>
  )
}
