import { DeskPage } from '@/components/desk/desk-page'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { deskText } from '@/lib/i18n/desk/text'
import { DESK_ISSUE } from './desk-issue'
import { WaitingFile } from './waiting-file'

interface Props {
  host: string
  viewer: DeskViewer
  /** The reader's own file that waits, which may be this one at its present address. */
  waiting: { id: string; fileName: string; until: Date } | null
}

/** Says that a file is not known here any more: it was checked again, its time has ended, or the server was restarted. */
export function IssueRunGonePage({ host, viewer, waiting }: Props) {
  const page = { host, viewer, heading: deskText('issueGone.heading'), lead: deskText('issueGone.lead') }
  return (
    <DeskPage {...page} current="/dashboard/issue">
      {waiting && <WaitingFile file={waiting} />}
      <p className="buttons desk-actions">
        <a className={waiting ? 'button' : 'button primary'} href={DESK_ISSUE}>
          {deskText('issueGone.again')}
        </a>
      </p>
    </DeskPage>
  )
}
