import type { ReactNode } from 'react'
import { DeskTable } from '@/components/desk/desk-table'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import type { PreviewRows } from '@/lib/domain/issue/issue-preview'
import { deskText } from '@/lib/i18n/desk/text'
import { columnLabel } from './column-label'
import { EditRows } from './edit-rows'
import { WayToRows } from './issue-rows-page'

/** The first rows as they will be issued, and the way to all of them: where rows are mended above, it begins there. */
export function FirstRows({ id, rows: { columns, first, bad } }: { id: string; rows: PreviewRows }) {
  return (
    <>
      <h2>{deskText('issueRun.first')}</h2>
      <DeskTable
        caption={deskText('issueRun.first')}
        spoken
        columns={columns.map(columnLabel)}
        rows={first.map(({ line, cells }) => ({
          key: String(line),
          cells: columns.map((column, at) => <bdi key={column}>{cells[at]?.trim() || '–'}</bdi>),
        }))}
      />
      {bad.length === 0 && (
        <p className="buttons desk-actions">
          <a className="button" href={`/dashboard/issue/${id}/rows`}>
            {deskText('issueRows.all')}
          </a>
        </p>
      )}
    </>
  )
}

/** Rows that are refused, each with its reason and its cells to be mended in place. */
export function MendRows(props: {
  viewer: DeskViewer
  id: string
  rows: PreviewRows
  errors: readonly { line: number; error: string }[]
  /** The buttons that issue the other rows, or drop the file. */
  choices: ReactNode
}) {
  const { viewer, id, rows, errors, choices } = props
  return (
    <section aria-labelledby="mend">
      <h2 id="mend">{deskText('issueRun.mendHeading')}</h2>
      <p className="plain">{deskText('issueRun.mendLead', { count: rows.bad.length })}</p>
      <EditRows
        viewer={viewer}
        id={id}
        columns={rows.columns}
        rows={rows.bad}
        reasons={new Map(errors.map(({ line, error }) => [line, error]))}
        ways={
          <>
            {choices}
            <WayToRows after="0" label={deskText('issueRows.all')} />
          </>
        }
      />
    </section>
  )
}
