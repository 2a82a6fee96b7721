import { type DeskAction, hasAction } from '@/lib/domain/desk/role'
import { type DeskKey, deskText } from '@/lib/i18n/desk/text'
import type { DeskViewer } from './desk-viewer'
import { REPORTS } from './desk-paths'

/** The pages in the desk's navigation. A person sees a page only if they may do what it is for. */
export const DESK_PLACES: { href: string; label: DeskKey; action?: DeskAction }[] = [
  { href: '/dashboard', label: 'nav.start' },
  { href: '/dashboard/look-up', label: 'nav.lookUp', action: 'look_up' },
  { href: '/dashboard/certificates', label: 'nav.certificates', action: 'read_certificates' },
  { href: '/dashboard/issue', label: 'nav.issue', action: 'issue' },
  { href: '/dashboard/approvals', label: 'nav.approvals', action: 'approve_withdrawals' },
  { href: REPORTS, label: 'nav.reports', action: 'read_reports' },
  { href: '/dashboard/keys', label: 'nav.keys', action: 'read_keys' },
  { href: '/dashboard/people', label: 'nav.people', action: 'read_people' },
  { href: '/dashboard/organization', label: 'nav.organization', action: 'read_certificates' },
  { href: '/dashboard/activity', label: 'nav.activity', action: 'read_activity' },
  { href: '/dashboard/account', label: 'nav.account' },
]

/** The bar over every page: whose desk it is, its places, who is signed in and the way out. */
export function DeskBar({ viewer, current }: { viewer: DeskViewer | null; current?: string | undefined }) {
  const issuer = viewer?.issuer ?? null
  return (
    <header className="desk-bar">
      <p className="desk-name">
        {issuer ? (
          <>
            {deskText('desk.name')} · <bdi>{issuer.name}</bdi>
          </>
        ) : (
          deskText('desk.name')
        )}
      </p>
      {viewer && (
        <>
          <nav aria-label={deskText('desk.nav')}>
            <ul>
              {DESK_PLACES.filter(({ action }) => !action || (issuer && hasAction(issuer.role, action))).map(
                ({ href, label }) => (
                  <li key={href}>
                    <a href={href} aria-current={href === current ? 'page' : undefined}>
                      {deskText(label)}
                    </a>
                    {href === REPORTS && viewer.openReports > 0 && <OpenReports count={viewer.openReports} />}
                  </li>
                ),
              )}
            </ul>
          </nav>
          <Person viewer={viewer} />
        </>
      )}
    </header>
  )
}

function OpenReports({ count }: { count: number }) {
  return (
    <span className="desk-count">
      {count > 99 ? '99+' : count} <span className="spoken">{deskText('nav.openReports', { count })}</span>
    </span>
  )
}

function Person({ viewer }: { viewer: DeskViewer }) {
  return (
    <div className="desk-person">
      <p>
        {deskText('desk.signedInAs', { name: viewer.name })}
        {viewer.issuer && ` (${deskText(`desk.role.${viewer.issuer.role}`)})`}
      </p>
      {viewer.others.map(({ id, name }) => (
        <form key={id} method="post" action="/dashboard/organization">
          <input type="hidden" name="issuer" value={id} />
          <button type="submit" className="button">
            {deskText('desk.switchTo', { issuer: name })}
          </button>
        </form>
      ))}
      <form method="post" action="/dashboard/sign-out">
        <button type="submit" className="button">
          {deskText('desk.signOut')}
        </button>
      </form>
    </div>
  )
}
