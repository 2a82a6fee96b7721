import { DeskPage } from '@/components/desk/desk-page'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import type { FormProblem } from '@/components/desk/field-problem'
import type { ShownMail } from '@/components/desk/mail/mail-look'
import { Notice } from '@/components/desk/notice'
import { IssuerForm } from '@/components/desk/organization/issuer-form'
import type { JoinedName } from '@/lib/domain/issue/chosen-columns'
import type {
  ColumnGuess,
  ColumnQuestion,
  ColumnsFrom,
  HiddenSheets,
  PreviewRows,
} from '@/lib/domain/issue/issue-preview'
import type { TableChoice } from '@/lib/domain/issue/issue-table'
import type { AlphabetReading } from '@/lib/domain/text/alphabet-reading'
import type { CodePage } from '@/lib/domain/text/code-page'
import { deskList, deskParts, deskText } from '@/lib/i18n/desk/text'
import { AlphabetNote } from './alphabet-note'
import { AlphabetPage } from './alphabet-page'
import { columnLabel } from './column-label'
import { DESK_ISSUE } from './desk-issue'
import { HiddenSheetsNote } from './hidden-sheets-note'
import { IssueColumnsPage } from './issue-columns-page'
import { type Report, IssueOutcomeSection, IssuePreviewSection } from './issue-report'
import { RefusalText } from './refusal-text'
import { WaitingFileName } from './waiting-file'
import { WrittenOnce } from './written-once'

interface Props {
  host: string
  viewer: DeskViewer
  id: string
  fileName: string
  preview: Report
  expiresAt: Date
  state: 'ready' | 'waiting' | 'checking' | 'issuing' | 'done' | 'failed'
  progress: { done: number; total: number }
  outcome: Report | null
  /** What stopped it. */
  problem: string | null
  /** It has stopped, and its file is still here. */
  resumable: boolean
  /** What is to be mended or seen before it is issued. */
  wrong: FormProblem
  rows: PreviewRows | null
  mail: ShownMail | null
  /** Set while the columns of the table are to be confirmed. */
  question: ColumnQuestion | null
  /** Set while somebody is to say in which code page the table was saved. */
  readings: readonly AlphabetReading[] | null
  /** The code page that they said. */
  codePage: CodePage | null
  columnsFrom: ColumnsFrom | null
  /** How the columns were read, and can be read otherwise. */
  reading: ColumnGuess | null
  joined: JoinedName | null
  /** What was written once for all rows. */
  written: TableChoice['defaults']
  /** Sheets of its workbook that its program hides. */
  sheets: HiddenSheets | null
}

/** A file on its way to be issued. */
export function IssueRunPage({
  host,
  viewer,
  id,
  fileName,
  preview,
  expiresAt,
  state,
  progress,
  outcome,
  problem,
  resumable,
  wrong,
  rows,
  mail,
  question,
  readings,
  codePage,
  columnsFrom,
  reading,
  joined,
  written,
  sheets,
}: Props) {
  const asked = { host, viewer, id, fileName, until: expiresAt, problem: wrong }
  if (state === 'ready' && readings) return <AlphabetPage {...asked} readings={readings} />
  if (state === 'ready' && question) return <IssueColumnsPage {...{ ...asked, question, codePage, sheets }} />
  const phase = state === 'waiting' || state === 'checking' ? 'issuing' : state
  const page = { host, viewer, heading: deskText(`issueRun.${phase}`), problem: wrong }
  return (
    <DeskPage {...page} current="/dashboard/issue">
      <WaitingFileName fileName={fileName} until={state === 'ready' ? expiresAt : null} />
      {state === 'ready' && codePage && <AlphabetNote {...{ viewer, id, codePage }} />}
      {state === 'ready' && columnsFrom && reading && <ColumnsNote {...{ viewer, id, columnsFrom, reading }} />}
      {state === 'ready' && joined && (
        <p className="plain">
          {deskParts('issueRun.joined', {
            columns: deskList(joined.columns, 'conjunction'),
            name: <bdi key="name">{joined.name}</bdi>,
          })}
        </p>
      )}
      {state === 'ready' && sheets && <HiddenSheetsNote {...sheets} />}
      {state === 'ready' && <WrittenOnce written={written} />}
      {state === 'ready' && (
        <IssuePreviewSection {...{ viewer, id, rows, mail }} askable={reading !== null} report={preview} />
      )}
      {phase === 'issuing' && <Progress {...progress} />}
      {state === 'failed' && (
        <Notice tone="problem">
          <p>
            <RefusalText sentence={problem ?? ''} />
          </p>
          <p>{deskText(resumable ? 'issueRun.resumeLead' : 'issueRun.goOn')}</p>
        </Notice>
      )}
      {resumable && (
        <IssuerForm viewer={viewer} action={`/dashboard/issue/${id}`}>
          <p className="buttons desk-actions">
            <button type="submit" name="choice" value="go_on" className="button primary">
              {deskText('issueRun.resume')}
            </button>
          </p>
        </IssuerForm>
      )}
      {outcome && <IssueOutcomeSection report={outcome} />}
      {(state === 'done' || state === 'failed') && (
        <p className="buttons desk-actions">
          <a className="button" href={DESK_ISSUE}>
            {deskText('issueRun.another')}
          </a>
        </p>
      )}
    </DeskPage>
  )
}

/** Says how the columns were read, and lets somebody be asked again. */
function ColumnsNote(props: { viewer: DeskViewer; id: string; columnsFrom: ColumnsFrom; reading: ColumnGuess }) {
  const { viewer, id, columnsFrom, reading } = props
  const { head, columns } = reading
  return (
    <details className="recalled">
      <summary>{deskText(columnsFrom === 'now' ? 'issueRun.asChosen' : 'issueRun.recalled')}</summary>
      <ul className="plain-list">
        {head.map((name, at) => {
          const column = columns[at] ?? null
          return (
            <li key={at}>
              {deskParts('desk.labelled', {
                label: <bdi key="name">{name.trim() || '–'}</bdi>,
                value: column === null ? deskText('issueRun.leaveOut') : columnLabel(column),
              })}
            </li>
          )
        })}
      </ul>
      <IssuerForm viewer={viewer} action={`/dashboard/issue/${id}`}>
        <p className="buttons">
          <button type="submit" name="choice" value="ask" className="button">
            {deskText('issueRun.askAgain')}
          </button>
        </p>
      </IssuerForm>
    </details>
  )
}

function Progress({ done, total }: { done: number; total: number }) {
  return (
    <div data-follow>
      <p>
        <label htmlFor="progress">{deskText('issueRun.progress', { done, total })}</label>
        <progress id="progress" max={Math.max(total, 1)} value={done} />
      </p>
      <p className="quiet">{deskText('issueRun.leave')}</p>
      <p>
        <a href="">{deskText('issueRun.reload')}</a>
      </p>
    </div>
  )
}
