import { DeskMoment } from '@/components/desk/desk-moment'
import { DeskPage } from '@/components/desk/desk-page'
import { DeskTable } from '@/components/desk/desk-table'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { deskText } from '@/lib/i18n/desk/text'
import type { DeskApiKey } from './desk-key'

interface Props {
  host: string
  viewer: DeskViewer
  keys: DeskApiKey[]
  /** A key was revoked just now. */
  revoked: boolean
}

/** The issuer's API keys. */
export function KeysPage({ host, viewer, keys, revoked }: Props) {
  const page = { host, viewer, heading: deskText('keys.heading'), lead: deskText('keys.lead') }
  return (
    <DeskPage {...page} current="/dashboard/keys" done={revoked && deskText('keys.revokedNow')}>
      <p className="buttons desk-actions">
        <a className="button primary" href="/dashboard/keys/new">
          {deskText('keys.new')}
        </a>
        <a className="button" href="/dashboard/keys/first-request">
          {deskText('keys.firstRequest')}
        </a>
      </p>
      {keys.length === 0 ? (
        <p>{deskText('keys.none')}</p>
      ) : (
        <DeskTable
          caption={deskText('keys.heading')}
          spoken
          columns={(['name', 'end', 'created', 'used', 'state'] as const).map((name) => deskText(`keys.${name}`))}
          rows={keys.map((key) => ({ key: key.id, cells: cellsOf(key) }))}
        />
      )}
    </DeskPage>
  )
}

function cellsOf(key: DeskApiKey) {
  return [
    <bdi key="name">{key.name}</bdi>,
    <code dir="ltr" key="end">
      …{key.lastFour}
    </code>,
    <DeskMoment key="created" date={key.createdAt} />,
    key.lastUsedAt ? <DeskMoment key="used" date={key.lastUsedAt} /> : deskText('keys.neverUsed'),
    <KeyState key="state" {...key} />,
  ]
}

function KeyState({ id, name, revokedAt, revokedReason }: DeskApiKey) {
  if (!revokedAt)
    return (
      <>
        {deskText('keys.inUse')} ·{' '}
        <a href={`/dashboard/keys/${id}/revoke`}>
          {deskText('keys.revoke')} <span className="spoken">{name}</span>
        </a>
      </>
    )
  return (
    <>
      {deskText('keys.revoked')} <DeskMoment date={revokedAt} />
      {revokedReason && <p className="quiet">{revokedReason}</p>}
    </>
  )
}
