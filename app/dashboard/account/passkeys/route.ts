import type { FormProblem } from '@/components/desk/field-problem'
import { PasskeysPage } from '@/components/desk/sign-in/passkeys-page'
import { seeOther } from '@/lib/http/desk/see-other'
import type { DeskPerson } from '@/lib/service/desk/desk-person'
import { readOwnAccount } from '@/lib/service/desk/sign-in/own-account'
import { addOwnPasskey, removeOwnPasskey, renameOwnPasskey } from '@/lib/service/desk/sign-in/own-passkeys'
import { requireFresh } from '@/lib/service/desk/sign-in/second-factor'
import { deskHtml, deskPage, viewerOf } from '../../desk'
import { fieldProblemOf } from '../../problem-of'

/** Adds, renames and removes passkeys. */
export const GET = deskPage(({ person }) => {
  requireFresh(person)
  return show(person, null, null)
})

export const POST = deskPage(async ({ person, form }) => {
  try {
    await change(person, form)
    return seeOther('/dashboard/account?done=passkey')
  } catch (error) {
    const typed = { id: form.get('passkey'), name: form.get('name') ?? '' }
    const problem = fieldProblemOf(error)
    const isOnes = typeof problem !== 'string' && typed.id !== null
    return show(person, typed, isOnes ? { ...problem, field: `${problem.field}-${typed.id}` } : problem)
  }
})

function change(person: DeskPerson, form: URLSearchParams): Promise<void> {
  const id = form.get('passkey')
  if (id === null) return addOwnPasskey(person, form.get('name') ?? '', form.get('answer') ?? '')
  if (form.get('do') === 'remove') return removeOwnPasskey(person, id)
  return renameOwnPasskey(person, id, form.get('name') ?? '')
}

async function show(
  person: DeskPerson,
  typed: { id: string | null; name: string } | null,
  problem: FormProblem,
): Promise<Response> {
  const { passkeys } = await readOwnAccount(person)
  return deskHtml(PasskeysPage, { viewer: viewerOf(person), passkeys, typed, problem }, problem === null ? 200 : 400)
}
