import { DeskTable } from '@/components/desk/desk-table'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import type { ShownMail } from '@/components/desk/mail/mail-look'
import { Notice } from '@/components/desk/notice'
import { issuerAddress, IssuerForm } from '@/components/desk/organization/issuer-form'
import type { PreviewRows } from '@/lib/domain/issue/issue-preview'
import { deskText } from '@/lib/i18n/desk/text'
import { IssueLook } from './issue-look'
import { FirstRows, MendRows } from './issue-rows'
import { RefusalText } from './refusal-text'
import { RepeatedRowsNotice } from './repeated-rows-notice'

/** What a check or a run of a file found. */
export interface Report {
  issued: number
  already: number
  refused: number
  held: number
  /** Messages to recipients that were queued; null where that was not asked for. */
  mailed: number | null
  errors: { line: number; error: string }[]
}

const LISTED = 500

/** What the check found, with the ways on. */
export function IssuePreviewSection({
  viewer,
  id,
  report,
  rows,
  mail,
  askable,
}: {
  viewer: DeskViewer
  id: string
  report: Report
  rows: PreviewRows | null
  /** What the first recipient with an address will get, where mail is sent. */
  mail: ShownMail | null
  /** The columns can be chosen again. */
  askable: boolean
}) {
  const { held, refused, already, mailed } = report
  const mends = rows !== null && rows.bad.length > 0
  const choices = (
    <Choices
      {...{ held, refused }}
      askable={askable && held + already === 0}
      address={issuerAddress(viewer, `/dashboard/issue/${id}`)}
    />
  )
  return (
    <>
      <p className="lead">{deskText('issueRun.canBeIssued', { count: held })}</p>
      {mailed !== null && <p>{deskText('issueRun.willMail')}</p>}
      {already > 0 && <p>{deskText('issueRun.already', { count: already })}</p>}
      {refused > 0 && (
        <Notice tone="problem">
          <p>{deskText('issueRun.bad', { count: refused })}</p>
          <p>{deskText(held > 0 ? 'issueRun.mend' : 'issueRun.mendAll', { count: refused, good: held })}</p>
        </Notice>
      )}
      {rows && held > 0 && <RepeatedRowsNotice id={id} repeated={rows.repeated} />}
      {mends ? (
        <MendRows {...{ viewer, id, rows, choices }} errors={report.errors} />
      ) : (
        <IssuerForm viewer={viewer} action={`/dashboard/issue/${id}`} className="desk-actions">
          <p className="buttons">{choices}</p>
        </IssuerForm>
      )}
      {rows && held > 0 && rows.longest !== null && <IssueLook id={id} longest={rows.longest} mail={mail} />}
      {rows && <FirstRows id={id} rows={rows} />}
      {(rows?.bad.length ?? 0) < refused && <RefusedRows report={report} />}
    </>
  )
}

/** Issues or drops the file. Where rows are mended, their cells go with it, so that none is issued without what was typed. */
function Choices(props: { held: number; refused: number; askable: boolean; address: string }) {
  const { held, refused, askable, address } = props
  return (
    <>
      {held > 0 && (
        <button
          type="submit"
          name="choice"
          value={refused > 0 ? 'skip_bad' : 'issue'}
          formAction={address}
          className={refused > 0 ? 'button' : 'button primary'}
        >
          {deskText(refused > 0 ? 'issueRun.issueGood' : 'issueRun.issue', { count: held })}
        </button>
      )}
      {askable && (
        <button type="submit" name="choice" value="ask" formAction={address} className="button">
          {deskText('issueRun.askAgain')}
        </button>
      )}
      <button type="submit" name="choice" value="drop" formAction={address} className="button">
        {deskText('issueRun.drop')}
      </button>
    </>
  )
}

/** What a run came to that has no page of its own, since nothing was issued. */
export function IssueOutcomeSection({ report }: { report: Report }) {
  const { already, refused, held } = report
  return (
    <>
      <Notice tone="problem">{deskText('issueRun.issued', { count: 0 })}</Notice>
      {already > 0 && <p>{deskText('issueRun.already', { count: already })}</p>}
      {refused > 0 && <p>{deskText(held > 0 ? 'issueRun.heldBack' : 'issueRun.bad', { count: refused })}</p>}
      <RefusedRows report={report} />
    </>
  )
}

function RefusedRows({ report: { errors } }: { report: Report }) {
  if (errors.length === 0) return null
  return (
    <>
      <DeskTable
        caption={deskText('issueRun.badRows')}
        columns={[deskText('issueRun.line'), deskText('issueRun.reason')]}
        rows={errors.slice(0, LISTED).map(({ line, error }) => ({
          key: String(line),
          cells: [
            deskText('issueRun.lineNumber', { line: String(line) }),
            <RefusalText key="error" sentence={error} />,
          ],
        }))}
      />
      {errors.length > LISTED && (
        <p className="quiet">{deskText('issueRun.more', { count: errors.length - LISTED })}</p>
      )}
    </>
  )
}
