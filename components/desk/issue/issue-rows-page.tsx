import { DeskPage } from '@/components/desk/desk-page'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import type { NumberedRow } from '@/lib/domain/issue/issue-preview'
import { deskText } from '@/lib/i18n/desk/text'
import { EditRows } from './edit-rows'
import { WaitingFileName } from './waiting-file'

interface Props {
  host: string
  viewer: DeskViewer
  id: string
  fileName: string
  until: Date
  columns: readonly string[]
  rows: readonly NumberedRow[]
  reasons: ReadonlyMap<number, string>
  next: number | null
  sought: string
  /** The line that the rows come after; 0 on the first page. */
  after: string
}

/** Every row of a file that waits, to be looked at and changed before anything is issued. */
export function IssueRowsPage({ host, viewer, id, fileName, until, sought, after, next, ...grid }: Props) {
  const page = { host, viewer, heading: deskText('issueRows.heading'), lead: deskText('issueRows.lead') }
  return (
    <DeskPage {...page} current="/dashboard/issue">
      <WaitingFileName fileName={fileName} until={until} />
      <EditRows
        {...{ viewer, id }}
        {...grid}
        seen
        before={
          <>
            <Search sought={sought} after={after} />
            {grid.rows.length === 0 && <p>{deskText('issueRows.none')}</p>}
          </>
        }
        ways={
          <>
            {after !== '0' && <WayToRows after="0" label={deskText('pages.first')} />}
            {next !== null && <WayToRows after={String(next)} label={deskText('issueRows.more')} />}
          </>
        }
      />
      <p className="buttons desk-actions">
        <a className="button" href={`/dashboard/issue/${id}`}>
          {deskText('issueRows.back')}
        </a>
      </p>
    </DeskPage>
  )
}

/** A button of the form of rows that takes changed cells along to other rows. */
export function WayToRows({ after, label }: { after: string; label: string }) {
  return (
    <button type="submit" name="after" value={after} className="button">
      {label}
    </button>
  )
}

/** Its button is the first of the form, which Enter presses in any of its fields: where the words are the same, it stays. */
function Search({ sought, after }: { sought: string; after: string }) {
  return (
    <div role="search" className="row-search">
      <input type="hidden" name="of" value={sought} />
      <input type="hidden" name="at" value={after} />
      <div className="field">
        <label htmlFor="sought">{deskText('issueRows.sought')}</label>
        <input id="sought" name="sought" type="search" maxLength={200} defaultValue={sought} dir="auto" />
      </div>
      <button type="submit" name="find" value="yes" className="button">
        {deskText('issueRows.seek')}
      </button>
    </div>
  )
}
