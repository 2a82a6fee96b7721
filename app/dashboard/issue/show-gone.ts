import { IssueRunGonePage } from '@/components/desk/issue/issue-run-gone-page'
import type { DeskInput } from '@/lib/http/desk/desk-endpoint'
import { findOwnWaitingFile } from '@/lib/service/desk/issue/issue-runs'
import { deskHtml, viewerOf } from '../desk'

/** Says that a file waits no more under an address, and leads to the one that does. */
export async function showGone({ person, member }: DeskInput): Promise<Response> {
  return deskHtml(IssueRunGonePage, { viewer: viewerOf(person), waiting: await findOwnWaitingFile(member) }, 404)
}
