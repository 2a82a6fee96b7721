import type { Translator } from '@/lib/i18n/translate'
import { HomePage } from './home-page'
import { HOME } from './site-links'
import { StaticDocument } from './static-document'

/** The home page as a whole document: the one page of all that search engines may list. */
export function HomeDocument({ translator, origin }: { translator: Translator; origin: string }) {
  const { host } = new URL(origin)
  return (
    <StaticDocument translator={translator} host={host} path={HOME} script="home" installable listed>
      <HomePage translator={translator} origin={origin} />
    </StaticDocument>
  )
}
