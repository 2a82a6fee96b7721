import type { FormProblem } from '@/components/desk/field-problem'
import { ResetLinkPage, ResetPage } from '@/components/desk/sign-in/reset-pages'
import { countAttempt } from '@/lib/http/desk/desk-attempts'
import type { DeskVisit } from '@/lib/http/desk/desk-endpoint'
import { seeOther } from '@/lib/http/desk/see-other'
import { readerError } from '@/lib/i18n/desk/reader-error'
import { deskText } from '@/lib/i18n/desk/text'
import { deskMoment } from '@/lib/i18n/desk/times'
import { getReset } from '@/lib/service/desk/sign-in/reset-link'
import { resetWithPasskey, resetWithPassword } from '@/lib/service/desk/sign-in/use-reset-link'
import { deskHtml, openDeskPage } from '../desk'
import { fieldProblemOf } from '../problem-of'

/** The target of a reset link. The secret is in the fragment, so this page does not know it. */
export const GET = openDeskPage(() => deskHtml(ResetLinkPage, {}))

/** Shows what the link does, and does it: only a POST uses it up. */
export const POST = openDeskPage(async (visit) => {
  const { form, address, from } = visit
  const token = form.get('token') ?? ''
  const answer = form.get('answer') ?? ''
  const password = form.get('password')
  await countAttempt(address, token)
  try {
    if (answer !== '') return seeOther('/dashboard', await resetWithPasskey(token, answer, from))
    if (password === null) return await show(visit, null)
    const cookies = await resetWithPassword(token, password.slice(0, 201), from)
    return cookies ? seeOther('/dashboard/second-factor', cookies) : await show(visit, deskText('reset.refused'))
  } catch (error) {
    return show(visit, fieldProblemOf(error))
  }
})

async function show({ form }: DeskVisit, problem: FormProblem): Promise<Response> {
  const token = form.get('token') ?? ''
  if (token === '') throw readerError('malformed', 'invitation.again')
  const { email, needs, expiresAt } = await getReset(token)
  const until = deskMoment(expiresAt)
  return deskHtml(ResetPage, { token, email, needs, until, problem }, problem === null ? 200 : 403)
}
