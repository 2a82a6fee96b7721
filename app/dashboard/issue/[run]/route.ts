import { IssueRunGonePage } from '@/components/desk/certificates/issue-run-gone-page'
import { IssueRunPage } from '@/components/desk/certificates/issue-run-page'
import { seeOther } from '@/lib/http/desk/see-other'
import { authorize } from '@/lib/service/desk/authorize'
import { dropIssueRun, findIssueRun } from '@/lib/service/desk/certificates/issue-runs'
import { startIssueRun } from '@/lib/service/desk/certificates/start-issue-run'
import { deskHtml, deskPage, viewerOf } from '../../desk'

/** A file on its way to be issued: what the check found, how far issuing is, and its result. */
export const GET = deskPage(async ({ person, member, params }) => {
  const viewer = viewerOf(person)
  const run = await findIssueRun(member, params.run ?? '')
  if (!run) return deskHtml(IssueRunGonePage, { viewer }, 404)
  const { id, fileName, preview, state, progress, outcome, problem } = run
  return deskHtml(IssueRunPage, { viewer, id, fileName, preview, state, progress, outcome, problem })
})

/** Confirms it, or drops it. */
export const POST = deskPage(async ({ person, member, params, form }) => {
  authorize(member, 'issue')
  const id = params.run ?? ''
  if (form.get('choice') === 'drop' && (await dropIssueRun(member, id))) return seeOther('/dashboard/issue')
  if (await startIssueRun(member, id, form.get('choice') === 'skip_bad')) return seeOther(`/dashboard/issue/${id}`)
  return deskHtml(IssueRunGonePage, { viewer: viewerOf(person) }, 404)
})
