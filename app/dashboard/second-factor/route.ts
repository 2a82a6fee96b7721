import { SetUpPage } from '@/components/desk/sign-in/second-factor-pages'
import { countAttempt } from '@/lib/http/desk/desk-attempts'
import { seeOther } from '@/lib/http/desk/see-other'
import type { DeskPerson } from '@/lib/service/desk/desk-person'
import { confirmAuthenticator, startAuthenticator } from '@/lib/service/desk/sign-in/second-factor'
import { codeOf } from '../code-of'
import { deskHtml, openDeskPage, viewerOf } from '../desk'

/** Sets up the authenticator app: the first step after an invitation, which nobody can skip. */
export const GET = openDeskPage(async ({ query }, person) => {
  if (!person) return seeOther('/dashboard/sign-in')
  const typed = query.has('typed')
  if (mustConfirmFirst(person))
    return seeOther(`/dashboard/confirm?next=%2Fdashboard%2Fsecond-factor${typed ? '&typed=yes' : ''}`)
  return deskHtml(SetUpPage, { viewer: viewerOf(person), refused: false, typed, ...(await startAuthenticator(person)) })
})

export const POST = openDeskPage(async ({ form, from, address }, person) => {
  if (!person) return seeOther('/dashboard/sign-in')
  await countAttempt(address, person.userId)
  const cookies = await confirmAuthenticator(person, codeOf(form), from)
  if (cookies === 'session_ended') return seeOther('/dashboard/sign-in')
  if (!cookies)
    return deskHtml(SetUpPage, { viewer: viewerOf(person), refused: true, typed: false, secret: null, qr: null }, 403)
  return seeOther(person.hasAuthenticatorApp ? '/dashboard/account?done=app' : '/dashboard', cookies)
})

/** Who has a second factor but signed in without it shows it; only then can the app be set up or replaced. */
function mustConfirmFirst(person: DeskPerson): boolean {
  return (person.hasAuthenticatorApp || person.hasPasskey) && person.session.secondFactorAt === null
}
