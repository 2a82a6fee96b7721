import { MissingPage } from '@/components/site/missing-page'
import { StaticDocument } from '@/components/site/static-document'
import type { Translator } from '@/lib/i18n/translate'

/**
 * The page of an address that holds nothing, as a whole document.
 * @param path what was asked for, to come back to in another language
 */
export function MissingDocument({ translator, host, path }: { translator: Translator; host: string; path: string }) {
  return (
    <StaticDocument translator={translator} host={host} path={path}>
      <MissingPage translator={translator} />
    </StaticDocument>
  )
}
