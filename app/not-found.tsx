import { MissingPage } from '@/components/missing-page'
import { defaultTranslator } from '@/lib/i18n/translate'

/** Whatever address holds nothing. */
export default function NotFound() {
  return <MissingPage translator={defaultTranslator()} />
}
