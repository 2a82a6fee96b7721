import { deskText } from '@/lib/i18n/desk/text'
import { DESK_ISSUE } from './desk-issue'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { DeskPage } from '@/components/desk/desk-page'
import { type Report, IssueOutcomeSection, IssuePreviewSection } from './issue-report'
import { Notice } from '@/components/desk/notice'

interface Props {
  host: string
  viewer: DeskViewer
  id: string
  fileName: string
  preview: Report
  state: 'ready' | 'waiting' | 'checking' | 'issuing' | 'done' | 'failed'
  progress: { done: number; total: number }
  outcome: Report | null
  problem: string | null
}

/** A file on its way to be issued. */
export function IssueRunPage({ host, viewer, id, fileName, preview, state, progress, outcome, problem }: Props) {
  const phase = state === 'waiting' || state === 'checking' ? 'issuing' : state
  const page = { host, viewer, heading: deskText(`issueRun.${phase}`), script: 'desk' as const }
  return (
    <DeskPage {...page} current="/dashboard/issue">
      <p className="quiet">
        {deskText('issueRun.file')} <bdi>{fileName}</bdi>
      </p>
      {state === 'ready' && <IssuePreviewSection viewer={viewer} id={id} report={preview} />}
      {phase === 'issuing' && <Progress {...progress} />}
      {state === 'failed' && (
        <Notice tone="problem">
          <p>{problem}</p>
          <p>{deskText('issueRun.goOn')}</p>
        </Notice>
      )}
      {outcome && <IssueOutcomeSection id={id} report={outcome} />}
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
