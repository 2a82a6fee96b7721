import { MissingPage } from '@/components/missing-page'
import { pageTranslator } from './page-translator'

/** Whatever address holds nothing. */
export default async function NotFound() {
  return <MissingPage translator={await pageTranslator()} />
}
