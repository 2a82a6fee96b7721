import { DeskPage } from '@/components/desk/desk-page'
import { DeskTable } from '@/components/desk/desk-table'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { Field, FieldProblemText } from '@/components/desk/field'
import { type FormProblem, markOf } from '@/components/desk/field-problem'
import { LanguageOptions } from '@/components/desk/mail/language-options'
import { IssuerForm } from '@/components/desk/organization/issuer-form'
import type { RowColumn } from '@/lib/domain/issue/guess-columns'
import type { ColumnQuestion, HiddenSheets } from '@/lib/domain/issue/issue-preview'
import { ROW_COLUMNS } from '@/lib/domain/issue/issue-row'
import type { CodePage } from '@/lib/domain/text/code-page'
import { deskText } from '@/lib/i18n/desk/text'
import { AlphabetNote } from './alphabet-note'
import { columnLabel } from './column-label'
import { DayOrders } from './day-orders'
import { HiddenSheetsNote } from './hidden-sheets-note'
import { WaitingFileName } from './waiting-file'

interface Props {
  host: string
  viewer: DeskViewer
  id: string
  fileName: string
  /** Until when it waits. */
  until: Date
  question: ColumnQuestion
  /** The code page that somebody said the table was saved in. */
  codePage: CodePage | null
  /** Sheets of its workbook that its program hides. */
  sheets: HiddenSheets | null
  problem: FormProblem
}

/** What is often the same for a whole course, and written once. */
const WRITTEN_ONCE = ['event_title', 'achievement', 'event_date', 'expires_at'] as const

/** Asks what the columns of a table hold, starting from a guess. */
export function IssueColumnsPage(props: Props) {
  const { host, viewer, id, fileName, until, question, codePage, sheets, problem } = props
  const page = { host, viewer, problem, heading: deskText('issueRun.columns'), lead: deskText('issueRun.columnsLead') }
  return (
    <DeskPage {...page} current="/dashboard/issue">
      <WaitingFileName fileName={fileName} until={until} />
      {codePage && <AlphabetNote {...{ viewer, id, codePage }} />}
      {sheets && <HiddenSheetsNote {...sheets} />}
      <IssuerForm viewer={viewer} action={`/dashboard/issue/${id}`}>
        <DeskTable
          caption={deskText('issueRun.columns')}
          spoken
          columns={[deskText('issueRun.yourColumn'), deskText('issueRun.samples'), deskText('issueRun.holds')]}
          rows={question.head.map((name, at) => ({
            key: String(at),
            cells: [
              <bdi key="name">{name.trim() || '–'}</bdi>,
              <bdi key="samples">
                {question.samples
                  .map((row) => (row[at] ?? '').trim())
                  .filter((cell) => cell !== '')
                  .join(' · ') || '–'}
              </bdi>,
              <ColumnChoice key="holds" {...{ at, name, problem }} chosen={question.columns[at] ?? null} />,
            ],
          }))}
        />
        <DayOrders question={question} />
        <h2>{deskText('issueRun.defaults')}</h2>
        <div className="desk-form">
          {WRITTEN_ONCE.map((column) => (
            <Field
              key={column}
              name={`default.${column}`}
              label={columnLabel(column)}
              hint={hintOf(column, question)}
              maxLength={300}
              autoComplete="off"
              defaultValue={question.defaults?.[column] ?? ''}
              problem={problem}
            />
          ))}
          <LanguageOnce chosen={question.defaults?.language ?? ''} problem={problem} />
        </div>
        <p className="buttons desk-actions">
          <button type="submit" name="choice" value="columns" className="button primary">
            {deskText('issueRun.confirmColumns')}
          </button>
          <button type="submit" name="choice" value="drop" className="button" formNoValidate>
            {deskText('issueRun.drop')}
          </button>
        </p>
      </IssuerForm>
    </DeskPage>
  )
}

function hintOf(column: (typeof WRITTEN_ONCE)[number], { defaults }: ColumnQuestion): string {
  const ends = column === 'expires_at' ? [deskText('issue.dayEnds')] : []
  return [...(defaults?.[column] === '' ? [deskText('issueRun.dayBefore')] : []), ...ends].join(' ')
}

/** Chosen and not written: one that there is none of refuses every row. */
function LanguageOnce({ chosen, problem }: { chosen: string; problem: FormProblem }) {
  const field = 'default.language'
  const { own, marks } = markOf(field, null, problem)
  return (
    <div className="field">
      <label htmlFor={field}>{columnLabel('language')}</label>
      <select id={field} name={field} defaultValue={chosen.toLowerCase()} {...marks}>
        <option value="">–</option>
        <LanguageOptions />
      </select>
      <FieldProblemText name={field} text={own} />
    </div>
  )
}

function ColumnChoice(props: { at: number; name: string; chosen: RowColumn | null; problem: FormProblem }) {
  const { at, name, chosen, problem } = props
  const field = `column.${at}`
  const { own, marks } = markOf(field, null, problem)
  return (
    <>
      <select
        name={field}
        id={field}
        aria-label={deskText('issueRun.holdsOf', { column: name })}
        defaultValue={chosen ?? ''}
        className="column-choice"
        {...marks}
      >
        <option value="">{deskText('issueRun.leaveOut')}</option>
        {ROW_COLUMNS.map((column) => (
          <option key={column} value={column}>
            {columnLabel(column)}
          </option>
        ))}
      </select>
      <FieldProblemText name={field} text={own} />
    </>
  )
}
