import type { ReactNode } from 'react'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { IssuerForm } from '@/components/desk/organization/issuer-form'
import type { NumberedRow } from '@/lib/domain/issue/issue-preview'
import { deskText } from '@/lib/i18n/desk/text'
import { columnLabel } from './column-label'
import { RefusalText } from './refusal-text'

interface Props {
  viewer: DeskViewer
  id: string
  columns: readonly string[]
  rows: readonly NumberedRow[]
  /** Why rows are refused, by line. */
  reasons: ReadonlyMap<number, string>
  /** Whether each good row leads to its page. */
  seen?: boolean
  /** Above the rows: what else is sent with them. */
  before?: ReactNode
  /** The further buttons: whatever leads on from changed cells takes them along. */
  ways: ReactNode
}

/** Rows of a file that waits, each cell to be changed in place; the cell that a row is refused for is marked. */
export function EditRows({ viewer, id, columns, rows, reasons, seen, before, ways }: Props) {
  return (
    <IssuerForm viewer={viewer} action={`/dashboard/issue/${id}/rows`} className="mend-rows">
      {before}
      {rows.map((row) => (
        <EditRow key={row.line} {...{ id, columns, row, seen }} reason={reasons.get(row.line) ?? null} />
      ))}
      <p className="buttons">
        {rows.length > 0 && (
          <button type="submit" className="button primary">
            {deskText('issueRun.mendCheck')}
          </button>
        )}
        {ways}
      </p>
    </IssuerForm>
  )
}

function EditRow(props: {
  id: string
  columns: readonly string[]
  row: NumberedRow
  reason: string | null
  seen: boolean | undefined
}) {
  const { id, columns, reason, seen } = props
  const { line, cells } = props.row
  return (
    <fieldset>
      <legend>{deskText('issueRun.lineNumber', { line: String(line) })}</legend>
      {reason !== null && (
        <p id={`why-${line}`} className="why">
          <RefusalText sentence={reason} />
        </p>
      )}
      <div className="mend-cells">
        {columns.map((column, at) => (
          <EditCell
            key={column}
            {...{ line, at, label: columnLabel(column), cell: cells[at] ?? '' }}
            {...{ isBad: reason?.includes(column) ?? false, isWhy: reason !== null }}
          />
        ))}
        {cells.slice(columns.length).map((cell, further) => {
          const at = columns.length + further
          // With nothing in it there is nothing to see; it is a cell too many until somebody says that the others fit.
          if (cell.trim() === '') return null
          return <EditCell key={at} {...{ line, at, cell }} label={deskText('issueRun.noColumn')} isBad isWhy />
        })}
      </div>
      {cells.length !== columns.length && (
        <label className="desk-choice">
          <input type="checkbox" name={`fits.${line}`} value="yes" />
          <span>{deskText('issueRun.fits')}</span>
        </label>
      )}
      {seen && reason === null && (
        <p>
          <a href={rowPage(id, line)} target="_blank" rel="noopener">
            {deskText('issueSee.open')}
          </a>
        </p>
      )}
    </fieldset>
  )
}

/**
 * A field of one line would drop the line ends of a cell, and join the words before and behind them: a cell that has any has a field of
 * several lines.
 * @param props `isBad`: the row is refused for this cell; `isWhy`: what the row is refused for is said above
 */
function EditCell(props: { line: number; at: number; label: string; cell: string; isBad: boolean; isWhy: boolean }) {
  const { line, at, label, cell, isBad, isWhy } = props
  const Input = /[\r\n]/.test(cell) ? 'textarea' : 'input'
  return (
    <div className={isBad ? 'field bad' : 'field'}>
      <label htmlFor={`cell-${line}-${at}`}>{label}</label>
      <Input
        id={`cell-${line}-${at}`}
        name={`cell.${line}.${at}`}
        maxLength={2000}
        autoComplete="off"
        dir="auto"
        defaultValue={cell}
        aria-describedby={isWhy ? `why-${line}` : undefined}
        aria-invalid={isBad ? true : undefined}
      />
    </div>
  )
}

/** The address of a row's page, as a PDF. */
export function rowPage(id: string, line: number): string {
  return `/dashboard/issue/${id}/page?line=${line}`
}
