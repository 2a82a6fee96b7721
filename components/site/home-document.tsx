import type { Translator } from '@/lib/i18n/translate'
import { HomePage } from './home-page'
import { HOME } from './site-links'
import { StaticDocument } from './static-document'

interface Props {
  translator: Translator
  /** The origin of the service, and its earlier ones: links to any of them are its own. */
  origin: string
  formerOrigins: string[]
}

/** The home page as a whole document: the one page of all that search engines may list. */
export function HomeDocument({ translator, origin, formerOrigins }: Props) {
  const { host } = new URL(origin)
  return (
    <StaticDocument translator={translator} host={host} path={HOME} script="home" installable listed>
      <HomePage {...{ translator, origin, formerOrigins }} />
    </StaticDocument>
  )
}
