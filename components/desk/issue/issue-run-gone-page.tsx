import { DeskPage } from '@/components/desk/desk-page'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { deskText } from '@/lib/i18n/desk/text'
import { DESK_ISSUE } from './desk-issue'

/** Says that a file is not known any more: the server was restarted, or its time has ended. */
export function IssueRunGonePage({ host, viewer }: { host: string; viewer: DeskViewer }) {
  const page = { host, viewer, heading: deskText('issueGone.heading'), lead: deskText('issueGone.lead') }
  return (
    <DeskPage {...page} current="/dashboard/issue">
      <p className="buttons desk-actions">
        <a className="button primary" href={DESK_ISSUE}>
          {deskText('issueGone.again')}
        </a>
      </p>
    </DeskPage>
  )
}
