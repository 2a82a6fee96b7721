import type { FormProblem } from '@/components/desk/field-problem'
import { InvitationLinkPage, InvitationPage } from '@/components/desk/sign-in/invitation-pages'
import { countAttempt } from '@/lib/http/desk/desk-attempts'
import type { DeskVisit } from '@/lib/http/desk/desk-endpoint'
import { seeOther } from '@/lib/http/desk/see-other'
import { readerError } from '@/lib/i18n/desk/reader-error'
import { deskMoment } from '@/lib/i18n/desk/times'
import type { DeskPerson } from '@/lib/service/desk/desk-person'
import {
  acceptAsKnownPerson,
  acceptAsNewPerson,
  acceptWithPasskey,
  findOpenInvitation,
} from '@/lib/service/desk/sign-in/accept-invitation'
import { deskHtml, openDeskPage } from '../desk'
import { fieldProblemOf } from '../problem-of'

/** The target of an invitation's link. The secret is in the fragment, so this page does not know it. */
export const GET = openDeskPage(() => deskHtml(InvitationLinkPage, {}))

/** Shows the invitation, and accepts it: only a POST uses it up, so that no link preview does. */
export const POST = openDeskPage(async (visit, person) => {
  await countAttempt(visit.address, '')
  const accept = visit.form.get('accept')
  if (accept === null) return show(visit, person, null)
  try {
    return await take(visit, person, accept)
  } catch (error) {
    return show(visit, person, fieldProblemOf(error))
  }
})

async function take({ form, from }: DeskVisit, person: DeskPerson | null, as: string): Promise<Response> {
  const token = form.get('token') ?? ''
  if (as === 'signed_in' && person) {
    await acceptAsKnownPerson(token, person)
    return seeOther('/dashboard')
  }
  const answer = form.get('answer') ?? ''
  if (answer !== '')
    return seeOther('/dashboard', await acceptWithPasskey(token, { name: form.get('name') ?? '', answer }, from))
  const details = { name: form.get('name') ?? '', password: form.get('password') ?? '' }
  return seeOther('/dashboard/second-factor', await acceptAsNewPerson(token, details, from))
}

async function show(visit: DeskVisit, person: DeskPerson | null, problem: FormProblem): Promise<Response> {
  const token = visit.form.get('token') ?? ''
  if (token === '') throw readerError('malformed', 'invitation.again')
  const found = await findOpenInvitation(token)
  if (!found) throw readerError('gone', 'invitation.gone')
  if (person && person.email !== found.email)
    throw readerError('forbidden', 'invitation.wrongPerson', { person: person.email })
  const as = person ? 'signed_in' : found.isKnownPerson ? 'sign_in_first' : 'new'
  const invitation = { ...found, until: deskMoment(found.expiresAt) }
  const name = visit.form.get('name') ?? ''
  return deskHtml(InvitationPage, { token, invitation, as, problem, name }, problem === null ? 200 : 400)
}
