import { ConfirmPage } from '@/components/desk/second-factor-pages'
import { deskPath } from '@/lib/http/desk-path'
import { countAttempt } from '@/lib/http/desk-attempts'
import { seeOther } from '@/lib/http/see-other'
import { confirmWithCode } from '@/lib/service/desk/sign-in'
import { codeOf } from '../code-of'
import { deskHtml, openDeskPage, viewerOf } from '../desk'

/** Where the second factor is shown again, before what others rely on is changed. */
export const GET = openDeskPage(({ query }, person) => {
  if (!person) return seeOther('/dashboard/sign-in')
  if (!person.hasAuthenticatorApp) return seeOther('/dashboard/second-factor')
  return deskHtml(ConfirmPage, { viewer: viewerOf(person), refused: false, next: deskPath(query.get('next')) })
})

export const POST = openDeskPage(async ({ form, from, address }, person) => {
  if (!person) return seeOther('/dashboard/sign-in')
  const next = deskPath(form.get('next'))
  await countAttempt(address, person.userId)
  const cookies = await confirmWithCode(person, codeOf(form), from)
  if (!cookies) return deskHtml(ConfirmPage, { viewer: viewerOf(person), refused: true, next }, 403)
  return seeOther(next, cookies)
})
