import { DeskMoment } from '@/components/desk/desk-moment'
import { deskText } from '@/lib/i18n/desk/text'
import type { DeskApiKey } from './desk-key'

/** The keys in use that a person made: they go on when the person has left. */
export function MadeKeys({ keys }: { keys: readonly DeskApiKey[] }) {
  if (keys.length === 0) return null
  return (
    <section aria-labelledby="made-keys">
      <h2 id="made-keys">{deskText('person.keysHeading')}</h2>
      <p className="plain">{deskText('person.keysLead')}</p>
      <ul className="plain-list">
        {keys.map(({ id, name, lastFour, createdAt }) => (
          <li key={id}>
            <bdi>{name}</bdi> <code dir="ltr">…{lastFour}</code> · <DeskMoment date={createdAt} /> ·{' '}
            <a href={`/dashboard/keys/${id}/revoke`}>
              {deskText('keys.revoke')} <span className="spoken">{name}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
