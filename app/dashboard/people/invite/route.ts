import { HandOverPage } from '@/components/desk/hand-over-page'
import { InvitePage } from '@/components/desk/invite-page'
import { DESK_ROLES } from '@/lib/domain/desk/role'
import { seeOther } from '@/lib/http/see-other'
import { authorize } from '@/lib/service/desk/authorize'
import { invitePerson } from '@/lib/service/desk/invite-person'
import { mailIsOn } from '@/lib/service/mail/enqueue-mail'
import { deskHtml, deskPage, viewerOf } from '../../desk'
import { problemOf } from '../../problem-of'

/** Invites a person: the link goes to them by mail, or is shown this once where no mail can be sent. */
export const GET = deskPage(({ person, member }) => {
  authorize(member, 'manage_people')
  return deskHtml(InvitePage, { viewer: viewerOf(person), mail: mailIsOn(), email: '', role: 'reader', problem: null })
})

// The link stands in the answer itself: a redirect would have to keep it somewhere.
export const POST = deskPage(async ({ person, member, form }) => {
  const viewer = viewerOf(person)
  const email = form.get('email') ?? ''
  const role = DESK_ROLES.find((one) => one === form.get('role')) ?? 'reader'
  try {
    const { link, expiresAt, email: invited, mailed } = await invitePerson(member, email, role)
    if (mailed) return seeOther('/dashboard/people?done=invited')
    return await deskHtml(HandOverPage, { viewer, kind: 'invitation', link, email: invited, role, expiresAt })
  } catch (error) {
    return deskHtml(InvitePage, { viewer, mail: mailIsOn(), email, role, problem: problemOf(error) }, 400)
  }
})
