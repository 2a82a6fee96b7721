import { assets } from '@/components/assets'
import { HomePage } from '@/components/home-page'
import { MANIFEST, TOUCH_ICON } from '@/components/site-links'
import { pageTranslator } from './page-translator'
import { ownOrigins } from './site'

/** Home: scan a code, type a serial, choose a file. */
export default async function Page() {
  const [origin, ...formerOrigins] = ownOrigins()
  return (
    <>
      <link rel="manifest" href={MANIFEST} />
      <link rel="apple-touch-icon" href={TOUCH_ICON} />
      <script async type="module" src={assets().home} />
      <HomePage translator={await pageTranslator()} origin={origin} formerOrigins={formerOrigins} />
    </>
  )
}
