import { DeskPage } from '@/components/desk/desk-page'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { deskText } from '@/lib/i18n/desk/text'
import { DESK_ISSUE } from './desk-issue'
import { type ShownWaitingFile, WaitingFiles } from './waiting-file'

interface Props {
  host: string
  viewer: DeskViewer
  /** The run that issues it or has. */
  issued: string | null
  /** The file at its present address, or else the reader's own ones that wait. */
  waiting: readonly ShownWaitingFile[]
}

/** Says that a file does not wait any more: it was issued or checked again, its time has ended, or it was dropped. */
export function IssueRunGonePage({ host, viewer, issued, waiting }: Props) {
  const lead = deskText(issued === null ? 'issueGone.lead' : 'issueGone.issued')
  return (
    <DeskPage {...{ host, viewer, lead }} heading={deskText('issueGone.heading')} current="/dashboard/issue">
      {waiting.length > 0 && <WaitingFiles files={waiting} />}
      <p className="buttons desk-actions">
        {issued !== null && (
          <a className="button primary" href={`/dashboard/issue/${issued}`}>
            {deskText('issueGone.see')}
          </a>
        )}
        <a className={waiting.length > 0 || issued !== null ? 'button' : 'button primary'} href={DESK_ISSUE}>
          {deskText(issued === null ? 'issueGone.again' : 'issueRun.another')}
        </a>
      </p>
    </DeskPage>
  )
}
