import { PasskeysPage } from '@/components/desk/sign-in/passkeys-page'
import { seeOther } from '@/lib/http/desk/see-other'
import type { DeskPerson } from '@/lib/service/desk/desk-person'
import { readOwnAccount } from '@/lib/service/desk/sign-in/own-account'
import { addOwnPasskey, removeOwnPasskey, renameOwnPasskey } from '@/lib/service/desk/sign-in/own-passkeys'
import { requireFresh } from '@/lib/service/desk/sign-in/second-factor'
import { deskHtml, deskPage, viewerOf } from '../../desk'
import { problemOf } from '../../problem-of'

/** Adds, renames and removes passkeys. */
export const GET = deskPage(({ person }) => {
  requireFresh(person)
  return show(person, null)
})

export const POST = deskPage(async ({ person, form }) => {
  try {
    await change(person, form)
    return seeOther('/dashboard/account?done=passkey')
  } catch (error) {
    return show(person, problemOf(error))
  }
})

function change(person: DeskPerson, form: URLSearchParams): Promise<void> {
  const id = form.get('passkey')
  if (id === null) return addOwnPasskey(person, form.get('name') ?? '', form.get('answer') ?? '')
  if (form.get('do') === 'remove') return removeOwnPasskey(person, id)
  return renameOwnPasskey(person, id, form.get('name') ?? '')
}

async function show(person: DeskPerson, problem: string | null): Promise<Response> {
  const { passkeys } = await readOwnAccount(person)
  return deskHtml(PasskeysPage, { viewer: viewerOf(person), passkeys, problem }, problem === null ? 200 : 400)
}
