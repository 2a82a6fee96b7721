import { ROW_COLUMNS } from '@/lib/domain/issue/issue-row'
import { deskText } from '@/lib/i18n/desk/text'
import { DeskTable } from '@/components/desk/desk-table'
import { Notice } from '@/components/desk/notice'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { IssuerForm } from '@/components/desk/organization/issuer-form'

/** What a check or a run of a file found. */
export interface Report {
  issued: number
  already: number
  refused: number
  held: number
  /** Messages to recipients that were queued; null where that was not asked for. */
  mailed: number | null
  errors: { line: number; error: string }[]
  resultCsv: string | null
  refusedCsv: string | null
}

const LISTED = 500

/** What the check found, with the ways on. */
export function IssuePreviewSection({ viewer, id, report }: { viewer: DeskViewer; id: string; report: Report }) {
  const { held, refused, already, mailed } = report
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
      <IssuerForm viewer={viewer} action={`/dashboard/issue/${id}`} className="desk-actions">
        <p className="buttons">
          {held > 0 && (
            <button type="submit" name="choice" value={refused > 0 ? 'skip_bad' : 'issue'} className="button primary">
              {deskText(refused > 0 ? 'issueRun.issueGood' : 'issueRun.issue', { count: held })}
            </button>
          )}
          <button type="submit" name="choice" value="drop" className="button">
            {deskText('issueRun.drop')}
          </button>
        </p>
      </IssuerForm>
      <RefusedRows report={report} />
    </>
  )
}

/** What a run came to. */
export function IssueOutcomeSection({ id, report }: { id: string; report: Report }) {
  const { issued, already, refused, held, mailed, resultCsv, refusedCsv } = report
  return (
    <>
      <Notice tone={issued + already > 0 ? 'done' : 'problem'}>{deskText('issueRun.issued', { count: issued })}</Notice>
      {mailed !== null && issued > 0 && <p>{deskText('issueRun.mails', { count: mailed })}</p>}
      {already > 0 && <p>{deskText('issueRun.already', { count: already })}</p>}
      {refused > 0 && <p>{deskText(held > 0 ? 'issueRun.heldBack' : 'issueRun.bad', { count: refused })}</p>}
      <p className="buttons desk-actions">
        {resultCsv !== null && (
          <a className="button primary" href={`/dashboard/issue/${id}/result`} download>
            {deskText('issueRun.result')}
          </a>
        )}
        {refusedCsv !== null && (
          <a className="button" href={`/dashboard/issue/${id}/refused`} download>
            {deskText('issueRun.refused')}
          </a>
        )}
      </p>
      {resultCsv !== null && <p className="quiet">{deskText('issueRun.kept')}</p>}
      <RefusedRows report={report} />
    </>
  )
}

/** A reason that begins with the name of a column says so: `event_date` alone is no word of a person. */
function namingColumns(reasons: string): string {
  const named = (reason: string) =>
    ROW_COLUMNS.some((column) => reason.startsWith(`${column} `)) ? deskText('issueRun.column', { reason }) : reason
  return reasons.split('; ').map(named).join('; ')
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
            <bdi key="error">{namingColumns(error)}</bdi>,
          ],
        }))}
      />
      {errors.length > LISTED && (
        <p className="quiet">{deskText('issueRun.more', { count: errors.length - LISTED })}</p>
      )}
    </>
  )
}
