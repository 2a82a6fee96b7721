import { DeskPage } from '@/components/desk/desk-page'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import type { NumberedRow } from '@/lib/domain/issue/issue-preview'
import { deskParts, deskText } from '@/lib/i18n/desk/text'
import { EditRows } from './edit-rows'

interface Props {
  host: string
  viewer: DeskViewer
  id: string
  fileName: string
  columns: readonly string[]
  rows: readonly NumberedRow[]
  reasons: ReadonlyMap<number, string>
  next: number | null
  sought: string
  /** Whether this is the first page. */
  first: boolean
}

/** Every row of a file that waits, to be looked at and changed before anything is issued. */
export function IssueRowsPage({ host, viewer, id, fileName, sought, first, next, ...grid }: Props) {
  const path = `/dashboard/issue/${id}/rows`
  const query = sought === '' ? '' : `&sought=${encodeURIComponent(sought)}`
  const page = { host, viewer, heading: deskText('issueRows.heading'), lead: deskText('issueRows.lead') }
  return (
    <DeskPage {...page} current="/dashboard/issue">
      <p className="quiet">{deskParts('issueRun.file', { name: <bdi key="name">{fileName}</bdi> })}</p>
      <form method="get" action={path} role="search" className="row-search">
        <div className="field">
          <label htmlFor="sought">{deskText('issueRows.sought')}</label>
          <input id="sought" name="sought" type="search" maxLength={200} defaultValue={sought} dir="auto" />
        </div>
        <button type="submit" className="button">
          {deskText('issueRows.seek')}
        </button>
      </form>
      {grid.rows.length === 0 ? <p>{deskText('issueRows.none')}</p> : <EditRows {...{ viewer, id }} {...grid} seen />}
      <p className="buttons desk-actions">
        <a className="button" href={`/dashboard/issue/${id}`}>
          {deskText('issueRows.back')}
        </a>
        {!first && (
          <a className="button" href={query === '' ? path : `${path}?${query.slice(1)}`}>
            {deskText('pages.first')}
          </a>
        )}
        {next !== null && (
          <a className="button" href={`${path}?after=${next}${query}`}>
            {deskText('issueRows.more')}
          </a>
        )}
      </p>
    </DeskPage>
  )
}
