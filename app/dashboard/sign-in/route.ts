import { SignInPage } from '@/components/desk/sign-in/sign-in-pages'
import { withAsciiDomain } from '@/lib/contract/email-address'
import { countAttempt } from '@/lib/http/desk/desk-attempts'
import { deskPath } from '@/lib/http/desk/desk-path'
import { seeOther } from '@/lib/http/desk/see-other'
import { signIn } from '@/lib/service/desk/sign-in/sign-in'
import { deskHtml, openDeskPage } from '../desk'

/** The sign-in page. */
export const GET = openDeskPage(({ query }, person) => {
  const next = deskPath(query.get('next'))
  if (person) return seeOther(next)
  return deskHtml(SignInPage, { next, refused: null, email: '', typed: query.has('typed') })
})

/** First step. Every refusal is the same one (user enumeration). */
export const POST = openDeskPage(async ({ form, from, address }) => {
  const next = deskPath(form.get('next'))
  const email = withAsciiDomain((form.get('email') ?? '').trim().toLowerCase().slice(0, 200))
  await countAttempt(address, email)
  const result = await signIn({ email, password: (form.get('password') ?? '').slice(0, 200) }, from)
  if (result.kind === 'refused') return deskHtml(SignInPage, { next, refused: 'password', email }, 403)
  if (result.kind === 'signed_in') return seeOther(next, result.cookies)
  return seeOther(`/dashboard/sign-in/code?next=${encodeURIComponent(next)}`, result.cookies)
})
