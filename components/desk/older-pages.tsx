import { deskText } from '@/lib/i18n/desk/text'

interface Props {
  path: string
  /** What the pages have in common beside their place. */
  query?: string
  /** What the next page begins before; null on the last one. */
  next: string | null
  /** Whether this is the first page. */
  first: boolean
}

/** Leads from one page of a list, the newest first, to the older ones and back. */
export function OlderPages({ path, query = '', next, first }: Props) {
  if (first && next === null) return null
  return (
    <nav aria-label={deskText('pages.nav')} className="buttons">
      {!first && (
        <a className="button" href={query === '' ? path : `${path}?${query}`}>
          {deskText('pages.first')}
        </a>
      )}
      {next !== null && (
        <a className="button" href={`${path}?${query === '' ? '' : `${query}&`}before=${next}`}>
          {deskText('pages.older')}
        </a>
      )}
    </nav>
  )
}
