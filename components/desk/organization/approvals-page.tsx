import { DeskMoment } from '@/components/desk/desk-moment'
import { DeskPage } from '@/components/desk/desk-page'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { Notice } from '@/components/desk/notice'
import { Serial } from '@/components/verdict/serial'
import { deskRefusal } from '@/lib/i18n/desk/refusal'
import { deskParts, deskText } from '@/lib/i18n/desk/text'
import { IssuerForm } from './issuer-form'

interface Waiting {
  id: string
  serial: string
  /** Null where the record cannot be shown. */
  fullName: string | null
  reason: string
  publicReason: string | null
  /** Null when the person is not here any more. */
  askedByName: string | null
  askedAt: Date
  /** Who looks asked for it. */
  own: boolean
}

interface Props {
  host: string
  viewer: DeskViewer
  /** Null where they cannot be read now. */
  waiting: Waiting[] | null
  total: number
  owners: number
  decisions: { decision: 'approve' | 'refuse'; done: number; problems: { serial: string; sentence: string }[] } | null
  problem: string | null
}

/** The withdrawals that wait for a second owner, to be approved or refused. */
export function ApprovalsPage({ host, viewer, decisions, problem, ...listed }: Props) {
  const page = { host, viewer, problem, heading: deskText('approvals.heading'), lead: deskText('approvals.lead') }
  const said = decisions?.decision === 'approve' ? 'selected.withdrawn' : 'approvals.refused'
  const done = decisions && decisions.done > 0 ? deskText(said, { count: decisions.done }) : null
  return (
    <DeskPage {...page} current="/dashboard/approvals" done={done}>
      {decisions && decisions.problems.length > 0 && (
        <Notice tone="problem">
          {decisions.problems.map(({ serial, sentence }) => (
            <p key={serial}>{deskText('desk.labelled', { label: serial, value: deskRefusal(sentence).text })}</p>
          ))}
        </Notice>
      )}
      {listed.waiting && <WaitingList viewer={viewer} {...listed} waiting={listed.waiting} />}
    </DeskPage>
  )
}

interface ListProps extends Pick<Props, 'viewer' | 'total' | 'owners'> {
  waiting: Waiting[]
}

function WaitingList({ viewer, waiting, total, owners }: ListProps) {
  return (
    <>
      {owners < 2 && <p className="plain">{deskText('approvals.oneOwner')}</p>}
      {waiting.length === 0 ? (
        <p>{deskText('approvals.none')}</p>
      ) : (
        <IssuerForm viewer={viewer} action="/dashboard/approvals">
          {total > waiting.length && (
            <p className="plain">{deskText('approvals.first', { count: waiting.length, total })}</p>
          )}
          <ul className="desk-choices">
            {waiting.map((one) => (
              <WaitingChoice key={one.id} {...one} />
            ))}
          </ul>
          <p className="buttons desk-actions">
            {/* First, since Enter on a ticked box presses it: what is refused can be asked for again. */}
            <button type="submit" name="decision" value="refuse" className="button">
              {deskText('approvals.refuse')}
            </button>
            <button type="submit" name="decision" value="approve" className="button primary">
              {deskText('approvals.approve')}
            </button>
          </p>
        </IssuerForm>
      )}
    </>
  )
}

function WaitingChoice({ id, serial, fullName, reason, publicReason, askedByName, askedAt, own }: Waiting) {
  const moment = <DeskMoment key="asked" date={askedAt} />
  return (
    <li>
      <label>
        <input type="checkbox" name="id" value={id} />
        <span>
          <Serial text={serial} /> {fullName && <bdi>{fullName}</bdi>}
        </span>
      </label>
      <p className="quiet">
        {own
          ? deskParts('approvals.own', { moment })
          : deskParts('approvals.askedBy', { name: askedByName ?? deskText('actor.former'), moment })}
      </p>
      <p className="plain">{deskParts('approvals.reason', { reason: <bdi key="reason">{reason}</bdi> })}</p>
      {publicReason && (
        <p className="plain">
          {deskParts('approvals.publicReason', { reason: <bdi key="reason">{publicReason}</bdi> })}
        </p>
      )}
    </li>
  )
}
