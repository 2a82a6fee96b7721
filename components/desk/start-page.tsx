import { deskText } from '@/lib/i18n/desk/text'
import { DESK_PLACES } from './desk-bar'
import { DeskDocument } from './desk-document'
import type { DeskViewer } from './desk-viewer'
import { Notice } from './notice'
import { hasAction } from '@/lib/domain/desk/role'
import { RecentActivityList, type ShownActivity } from './organization/recent-activity'

interface Props {
  host: string
  viewer: DeskViewer
  suspended: boolean
  /** For owners. */
  news: { recent: ShownActivity[]; waiting: number } | null
}

/** Where one arrives after signing in. */
export function StartPage({ host, viewer, suspended, news }: Props) {
  const issuer = viewer.issuer
  const places = DESK_PLACES.filter(({ href }) => href !== '/dashboard')
  return (
    <DeskDocument host={host} title={deskText('nav.start')} viewer={viewer} current="/dashboard">
      <div className="sheet">
        <section>
          <h1>{issuer?.name ?? deskText('desk.name')}</h1>
          {suspended && <Notice tone="problem">{deskText('start.suspended')}</Notice>}
          {news && news.waiting > 0 && (
            <Notice tone="problem">
              <a href="/dashboard/approvals">{deskText('start.waiting', { count: news.waiting })}</a>
            </Notice>
          )}
          <ul className="desk-places">
            {places
              .filter(({ action }) => !action || (issuer && hasAction(issuer.role, action)))
              .map(({ href, label }) => (
                <li key={href}>
                  <a href={href}>{deskText(label)}</a>
                </li>
              ))}
          </ul>
        </section>
        {news && <RecentActivityList recent={news.recent} />}
      </div>
    </DeskDocument>
  )
}
