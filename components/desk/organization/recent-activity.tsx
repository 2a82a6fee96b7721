import { actorInLog } from '@/components/desk/actor-name'
import { certificatePath } from '@/components/desk/desk-link'
import { DeskMoment } from '@/components/desk/desk-moment'
import { DESK_PLACES } from '@/components/desk/desk-places'
import type { NamedActor } from '@/lib/domain/desk/named-actor'
import type { NotableAction } from '@/lib/domain/desk/notable-action'
import { deskText } from '@/lib/i18n/desk/text'

/** Something that another did. */
export interface ShownActivity {
  id: string
  at: Date
  action: NotableAction
  who: NamedActor
  serial: string | null
  /** Of the recipient of that certificate. */
  name: string | null
  count: number | null
  end: string | null
}

/** What others did lately, for owners. */
export function RecentActivityList({ recent }: { recent: ShownActivity[] }) {
  const all = DESK_PLACES.find(({ href }) => href === '/dashboard/activity')
  return (
    <section>
      <h2>{deskText('start.recent')}</h2>
      {recent.length === 0 ? <p className="quiet">{deskText('start.nothingRecent')}</p> : <List recent={recent} />}
      {all && (
        <p>
          <a href={all.href}>{deskText('start.allActivity')}</a>
        </p>
      )}
    </section>
  )
}

function List({ recent }: { recent: ShownActivity[] }) {
  return (
    <ul className="desk-recent">
      {recent.map(({ id, at, action, who, serial, name, count, end }) => (
        <li key={id}>
          {deskText(`did.${action}`, { who: actorInLog(who), count: count ?? 0, end: `…${end ?? ''}` })}{' '}
          {serial && (
            <a href={certificatePath(serial)}>
              <bdi>{name ?? serial}</bdi>
            </a>
          )}
          <DeskMoment date={at} />
        </li>
      ))}
    </ul>
  )
}
