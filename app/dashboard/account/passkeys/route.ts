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
    return seeOther(`/dashboard/account?done=${await change(person, form)}`)
  } catch (error) {
    const typed = { id: form.get('passkey'), name: form.get('name') ?? '' }
    const problem = fieldProblemOf(error)
    const isOnes = typeof problem !== 'string' && typed.id !== null
    return show(person, typed, isOnes ? { ...problem, field: `${problem.field}-${typed.id}` } : problem)
  }
})

async function change(person: DeskPerson, form: URLSearchParams): Promise<'passkey' | 'removed'> {
  const id = form.get('passkey')
  if (id !== null && form.get('do') === 'remove') {
    await removeOwnPasskey(person, id)
    return 'removed'
  }
  const name = form.get('name') ?? ''
  await (id === null ? addOwnPasskey(person, name, form.get('answer') ?? '') : renameOwnPasskey(person, id, name))
  return 'passkey'
}

async function show(
  person: DeskPerson,
  typed: { id: string | null; name: string } | null,
  problem: FormProblem,
): Promise<Response> {
  const { passkeys } = await readOwnAccount(person)
  return deskHtml(PasskeysPage, { viewer: viewerOf(person), passkeys, typed, problem }, problem === null ? 200 : 400)
}
