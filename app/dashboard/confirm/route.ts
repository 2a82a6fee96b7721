import { ConfirmPage } from '@/components/desk/confirm-page'
import { countAttempt } from '@/lib/http/desk/desk-attempts'
import { deskPath } from '@/lib/http/desk/desk-path'
import { seeOther } from '@/lib/http/desk/see-other'
import { confirmWithCode } from '@/lib/service/desk/sign-in/sign-in'
import { codeOf } from '../code-of'
import { deskHtml, openDeskPage, viewerOf } from '../desk'

/** Asks for the second factor again before something changes that others rely on. */
export const GET = openDeskPage(({ query }, person) => {
  if (!person) return seeOther('/dashboard/sign-in')
  const ways = { app: person.hasAuthenticatorApp, passkey: person.hasPasskey }
  if (!ways.app && !ways.passkey) return seeOther('/dashboard/second-factor')
  const page = { viewer: viewerOf(person), next: deskPath(query.get('next')), typed: query.has('typed'), ways }
  return deskHtml(ConfirmPage, { ...page, refused: null })
})

export const POST = openDeskPage(async ({ form, from, address }, person) => {
  if (!person) return seeOther('/dashboard/sign-in')
  const next = deskPath(form.get('next'))
  await countAttempt(address, person.userId)
  // Who has no app confirms it where it is set up: a code here would count for one that is only half set up.
  const cookies = person.hasAuthenticatorApp ? await confirmWithCode(person, codeOf(form), from) : null
  if (cookies === 'session_ended') return seeOther(`/dashboard/sign-in?next=${encodeURIComponent(next)}`)
  const ways = { app: person.hasAuthenticatorApp, passkey: person.hasPasskey }
  const page = { viewer: viewerOf(person), next, typed: form.has('typed'), ways }
  if (!cookies) return deskHtml(ConfirmPage, { ...page, refused: 'code' }, 403)
  return seeOther(next, cookies)
})
