import { deskText } from '@/lib/i18n/desk/text'

interface Props {
  path: string
  /** What the next page begins before; null on the last one. */
  next: string | null
  /** Whether this is the first page. */
  first: boolean
}

/** Leads from one page of a list, the newest first, to the older ones and back. */
export function OlderPages({ path, next, first }: Props) {
  if (first && next === null) return null
  return (
    <nav aria-label={deskText('pages.nav')} className="buttons">
      {!first && (
        <a className="button" href={path}>
          {deskText('pages.first')}
        </a>
      )}
      {next !== null && (
        <a className="button" href={`${path}?before=${next}`}>
          {deskText('pages.older')}
        </a>
      )}
    </nav>
  )
}
