import { WithdrawInvitationPage } from '@/components/desk/organization/withdraw-invitation-page'
import { seeOther } from '@/lib/http/desk/see-other'
import { getOpenInvitation, withdrawOpenInvitation } from '@/lib/service/desk/open-invitations'
import { deskHtml, deskPage, viewerOf } from '../../../desk'

/** Withdraws an invitation that nobody accepted yet. */
export const GET = deskPage(async ({ person, member, params }) => {
  const invitation = await getOpenInvitation(member, params.invitation ?? '')
  return deskHtml(WithdrawInvitationPage, { viewer: viewerOf(person), invitation })
})

export const POST = deskPage(async ({ member, params }) => {
  await withdrawOpenInvitation(member, params.invitation ?? '')
  return seeOther('/dashboard/people?done=withdrawn')
})
