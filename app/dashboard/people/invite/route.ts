import { randomUUID } from 'node:crypto'
import { InvitePage } from '@/components/desk/organization/invite-page'
import { DESK_ROLES } from '@/lib/domain/desk/role'
import { seeOther } from '@/lib/http/desk/see-other'
import { formId, showOnce } from '@/lib/http/desk/shown-once'
import { authorize } from '@/lib/service/desk/authorize'
import { invitePerson } from '@/lib/service/desk/invite-person'
import { SentTwice } from '@/lib/service/desk/refuse-sent-twice'
import { mailIsOn } from '@/lib/service/mail/enqueue-mail'
import { deskHtml, deskPage, viewerOf } from '../../desk'
import { fieldProblemOf } from '../../problem-of'

const INVITED = '/dashboard/people?done=invited'
const HAND_OVER = '/dashboard/people/hand-over'

/** Invites a person: the link goes to them by mail, or is shown this once where no mail can be sent. */
export const GET = deskPage(({ person, member }) => {
  authorize(member, 'manage_people')
  return deskHtml(InvitePage, {
    viewer: viewerOf(person),
    mail: mailIsOn(),
    once: randomUUID(),
    email: '',
    role: 'reader',
    problem: null,
  })
})

export const POST = deskPage(async ({ person, member, form }) => {
  const once = formId(form)
  const email = form.get('email') ?? ''
  const role = DESK_ROLES.find((one) => one === form.get('role')) ?? 'reader'
  try {
    const { link, expiresAt, email: invited, mailed } = await invitePerson(member, email, role, once)
    if (mailed) return seeOther(INVITED)
    return showOnce(HAND_OVER, person, { kind: 'invitation', link, email: invited, role, expiresAt })
  } catch (error) {
    if (error instanceof SentTwice) return seeOther(mailIsOn() ? INVITED : HAND_OVER)
    const page = { viewer: viewerOf(person), mail: mailIsOn(), problem: fieldProblemOf(error) }
    return deskHtml(InvitePage, { ...page, once, email, role }, 400)
  }
})
