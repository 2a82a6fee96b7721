import { SignInPage } from '@/components/desk/sign-in/sign-in-pages'
import { countAttempt } from '@/lib/http/desk/desk-attempts'
import { deskPath } from '@/lib/http/desk/desk-path'
import { seeOther } from '@/lib/http/desk/see-other'
import { signInWithPasskey } from '@/lib/service/desk/sign-in/sign-in-with-passkey'
import { deskHtml, openDeskPage } from '../../desk'

/** Signs in with a passkey. */
export const POST = openDeskPage(async ({ form, from, address }) => {
  const next = deskPath(form.get('next'))
  await countAttempt(address, '')
  const cookies = await signInWithPasskey(form.get('answer') ?? '', from)
  if (!cookies) return deskHtml(SignInPage, { next, refused: 'passkey', email: '' }, 403)
  return seeOther(next, cookies)
})

/** Where a reload leads. */
export const GET = openDeskPage(() => seeOther('/dashboard/sign-in'))
