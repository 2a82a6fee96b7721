import { ApprovalsPage } from '@/components/desk/organization/approvals-page'
import type { DeskInput } from '@/lib/http/desk/desk-endpoint'
import { authorize } from '@/lib/service/desk/authorize'
import {
  type Decisions,
  decideWithdrawals,
  listWaitingWithdrawals,
} from '@/lib/service/desk/certificates/decide-withdrawals'
import { deskHtml, deskPage, viewerOf } from '../desk'
import { problemOf } from '../problem-of'

/** The withdrawals that wait for a second owner. */
export const GET = deskPage((input) => {
  authorize(input.member, 'approve_withdrawals')
  return show(input, null, null)
})

export const POST = deskPage(async (input) => {
  const { member, form } = input
  const decision = form.get('decision') === 'approve' ? 'approve' : 'refuse'
  try {
    return await show(input, await decideWithdrawals(member, form.getAll('id'), decision), null)
  } catch (error) {
    return show(input, null, problemOf(error))
  }
})

async function show(
  { person, member }: DeskInput,
  decisions: Decisions | null,
  problem: string | null,
): Promise<Response> {
  const listed = await listWaitingWithdrawals(member).catch((error: unknown) => {
    // What was decided is said, whatever cannot be read now.
    if (decisions) return { waiting: null, total: 0, owners: 0 }
    throw error
  })
  const status = problem === null ? 200 : 400
  return deskHtml(ApprovalsPage, { viewer: viewerOf(person), ...listed, decisions, problem }, status)
}
