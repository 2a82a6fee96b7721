import { IssueRunGonePage } from '@/components/desk/issue/issue-run-gone-page'
import type { DeskInput } from '@/lib/http/desk/desk-endpoint'
import { followIssueRun } from '@/lib/service/desk/issue/issue-runs'
import { deskHtml, viewerOf } from '../desk'

/** Says that a file waits no more under an address, and leads to where it is. */
export async function showGone({ person, member, params }: DeskInput): Promise<Response> {
  const found = await followIssueRun(member, params.run ?? '')
  return deskHtml(IssueRunGonePage, { viewer: viewerOf(person), ...found }, 404)
}
