import { PasswordPage } from '@/components/desk/sign-in/password-page'
import { countAttempt } from '@/lib/http/desk/desk-attempts'
import { seeOther } from '@/lib/http/desk/see-other'
import { changeOwnPassword } from '@/lib/service/desk/sign-in/change-own-password'
import { requireFresh } from '@/lib/service/desk/sign-in/second-factor'
import { deskHtml, deskPage, viewerOf } from '../../desk'
import { fieldProblemOf } from '../../problem-of'

/** Changes the password. */
export const GET = deskPage(({ person }) => {
  requireFresh(person)
  return deskHtml(PasswordPage, { viewer: viewerOf(person), email: person.email, problem: null })
})

export const POST = deskPage(async ({ person, form, address }) => {
  requireFresh(person)
  await countAttempt(address, person.userId)
  try {
    const [current, next] = ['current', 'password'].map((field) => (form.get(field) ?? '').slice(0, 201))
    await changeOwnPassword(person, { current: current ?? '', next: next ?? '' })
    return seeOther('/dashboard/account?done=password')
  } catch (error) {
    const problem = fieldProblemOf(error)
    return deskHtml(PasswordPage, { viewer: viewerOf(person), email: person.email, problem }, 400)
  }
})
