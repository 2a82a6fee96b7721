import { deskText } from '@/lib/i18n/desk/text'
import { deskNumber } from '@/lib/i18n/desk/times'
import { REPORTS } from './desk-paths'
import { type DeskPlace, isUnder, pagesBeside, railOf } from './desk-places'
import type { DeskViewer } from './desk-viewer'

interface Props {
  viewer: DeskViewer
  current: string | undefined
}

/** The places of the desk: beside the page on a wide screen, under it on a phone. */
export function DeskRail({ viewer, current }: Props) {
  return (
    <nav className="desk-rail" aria-label={deskText('desk.nav')}>
      <p className="desk-of">
        {viewer.issuer ? <bdi translate="no">{viewer.issuer.name}</bdi> : deskText('desk.name')}
      </p>
      <ul role="list">
        {railOf(viewer).map((place) => (
          <li key={place.label}>
            <a href={place.href} aria-current={currentOf(place, isUnder(place, current), current)}>
              {deskText(place.label)}
              {place.href === REPORTS && viewer.openReports > 0 && <OpenReports count={viewer.openReports} />}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The pages that stand beside the one that is shown. */
export function DeskPages({ viewer, current }: Props) {
  const pages = pagesBeside(current, viewer)
  if (pages.length === 0) return null
  return (
    <nav className="desk-pages" aria-label={deskText('desk.pages')}>
      <ul role="list">
        {pages.map(({ href, label }) => (
          <li key={href}>
            <a href={href} aria-current={href === current ? 'page' : undefined}>
              {deskText(label)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function currentOf({ href }: DeskPlace, under: boolean, current: string | undefined): 'page' | 'true' | undefined {
  if (!under) return undefined
  return href === current ? 'page' : 'true'
}

function OpenReports({ count }: { count: number }) {
  return (
    <span className="desk-count">
      {count > 99 ? '99+' : deskNumber(count)} <span className="spoken">{deskText('nav.openReports', { count })}</span>
    </span>
  )
}
