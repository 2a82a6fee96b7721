import { MissingPage } from '@/components/site/missing-page'
import { StaticDocument } from '@/components/site/static-document'
import type { Translator } from '@/lib/i18n/translate'

interface Props {
  translator: Translator
  host: string
  /** Of this service, now and before. */
  origins?: readonly string[]
  /** What was asked for, to come back to in another language. */
  path: string
}

/** The page of an address that holds nothing, as a whole document. */
export function MissingDocument({ translator, host, origins, path }: Props) {
  return (
    <StaticDocument translator={translator} host={host} path={path}>
      <MissingPage translator={translator} origins={origins} />
    </StaticDocument>
  )
}
