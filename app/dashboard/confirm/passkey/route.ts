import { ConfirmPage } from '@/components/desk/confirm-page'
import { countAttempt } from '@/lib/http/desk/desk-attempts'
import { deskPath } from '@/lib/http/desk/desk-path'
import { seeOther } from '@/lib/http/desk/see-other'
import { confirmWithPasskey } from '@/lib/service/desk/sign-in/sign-in-with-passkey'
import { deskHtml, openDeskPage, viewerOf } from '../../desk'

/** Asks for the passkey again before something changes that others rely on. */
export const POST = openDeskPage(async ({ form, address }, person) => {
  if (!person) return seeOther('/dashboard/sign-in')
  const next = deskPath(form.get('next'))
  await countAttempt(address, person.userId)
  if (await confirmWithPasskey(person, form.get('answer') ?? '')) return seeOther(next)
  const ways = { app: person.hasAuthenticatorApp, passkey: person.hasPasskey }
  return deskHtml(
    ConfirmPage,
    { viewer: viewerOf(person), refused: 'passkey', next, typed: form.has('typed'), ways },
    403,
  )
})

/** Where a reload leads. */
export const GET = openDeskPage(() => seeOther('/dashboard/confirm'))
