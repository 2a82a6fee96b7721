import { SignInCodePage } from '@/components/desk/sign-in/sign-in-pages'
import { countAttempt } from '@/lib/http/desk/desk-attempts'
import { deskPath } from '@/lib/http/desk/desk-path'
import { seeOther } from '@/lib/http/desk/see-other'
import { signInWithCode } from '@/lib/service/desk/sign-in/sign-in'
import { codeOf } from '../../code-of'
import { deskHtml, openDeskPage } from '../../desk'

/** Second step of signing in. */
export const GET = openDeskPage(({ query }) =>
  deskHtml(SignInCodePage, { next: deskPath(query.get('next')), refused: false }),
)

export const POST = openDeskPage(async ({ form, from, address }) => {
  const next = deskPath(form.get('next'))
  await countAttempt(address, '')
  const result = await signInWithCode(codeOf(form), from)
  if (result.kind !== 'signed_in') return deskHtml(SignInCodePage, { next, refused: true }, 403)
  return seeOther(next, result.cookies)
})
