import { DeskMoment } from '@/components/desk/desk-moment'
import { DeskPage } from '@/components/desk/desk-page'
import { PEOPLE } from '@/components/desk/desk-paths'
import { DeskTable } from '@/components/desk/desk-table'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { deskParts, deskText } from '@/lib/i18n/desk/text'
import type { DeskApiKey } from './desk-key'
import { MadeKeys } from './made-keys'
import type { OpenInvitationOfDesk, PersonOfDesk } from './person-of-desk'

interface Props {
  host: string
  viewer: DeskViewer
  /** Who is looking. */
  self: string
  people: PersonOfDesk[]
  invited: OpenInvitationOfDesk[]
  /** In use, and made by who was removed just now. */
  keys: readonly DeskApiKey[]
  done: 'removed' | 'role' | 'withdrawn' | 'invited' | null
}

/** Who works for the issuer. */
export function PeoplePage({ host, viewer, self, people, invited, keys, done }: Props) {
  const page = { host, viewer, heading: deskText('people.heading'), lead: deskText('people.lead') }
  return (
    <DeskPage {...page} current="/dashboard/people" done={done && deskText(`people.done.${done}`)}>
      <MadeKeys keys={keys} />
      <p className="buttons desk-actions">
        <a className="button primary" href={`${PEOPLE}/invite`}>
          {deskText('people.invite')}
        </a>
      </p>
      <People people={people} self={self} />
      {invited.length > 0 && <Invited invited={invited} />}
      <h2>{deskText('people.lostHeading')}</h2>
      <p className="plain">{deskText('people.lost')}</p>
    </DeskPage>
  )
}

function People({ people, self }: { people: PersonOfDesk[]; self: string }) {
  return (
    <DeskTable
      caption={deskText('people.heading')}
      spoken
      action
      columns={(['name', 'email', 'role', 'seen', 'change'] as const).map((name) => deskText(`people.${name}`))}
      rows={people.map(({ userId, name, email, role, lastSeenAt }) => ({
        key: userId,
        cells: [
          userId === self ? (
            deskParts('desk.noted', { text: <bdi key="name">{name}</bdi>, note: deskText('people.you') })
          ) : (
            <bdi key="name">{name}</bdi>
          ),
          <bdi key="email">{email}</bdi>,
          deskText(`desk.role.${role}`),
          lastSeenAt ? <DeskMoment date={lastSeenAt} /> : deskText('people.notSeen'),
          <a key="change" href={`/dashboard/people/${userId}`} aria-label={deskText('people.changeWhom', { name })}>
            {deskText('people.change')}
          </a>,
        ],
      }))}
    />
  )
}

function Invited({ invited }: { invited: OpenInvitationOfDesk[] }) {
  return (
    <>
      <h2>{deskText('people.invitedHeading')}</h2>
      <DeskTable
        caption={deskText('people.invitedHeading')}
        spoken
        action
        columns={(['email', 'role', 'until', 'withdraw'] as const).map((name) => deskText(`people.${name}`))}
        rows={invited.map(({ id, email, role, expiresAt }) => ({
          key: id,
          cells: [
            <bdi key="email">{email}</bdi>,
            deskText(`desk.role.${role}`),
            <DeskMoment key="until" date={expiresAt} />,
            <a
              key="withdraw"
              href={`/dashboard/people/invitations/${id}`}
              aria-label={deskText('people.withdrawWhose', { email })}
            >
              {deskText('people.withdraw')}
            </a>,
          ],
        }))}
      />
    </>
  )
}
