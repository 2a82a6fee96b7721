import { KeySecretPage } from '@/components/desk/key-secret-page'
import { NewKeyPage } from '@/components/desk/new-key-page'
import { authorize } from '@/lib/service/desk/authorize'
import { createOwnKey } from '@/lib/service/desk/own-keys'
import { deskHtml, deskPage, viewerOf } from '../../desk'
import { problemOf } from '../../problem-of'

/** Makes a key: its name is asked for, then the key is shown this once. */
export const GET = deskPage(({ person, member }) => {
  authorize(member, 'manage_keys')
  return deskHtml(NewKeyPage, { viewer: viewerOf(person), name: '', problem: null })
})

// The key stands in the answer itself: a redirect would have to keep it somewhere.
export const POST = deskPage(async ({ person, member, form }) => {
  const viewer = viewerOf(person)
  const name = form.get('name') ?? ''
  try {
    const { secret } = await createOwnKey(member, name)
    return await deskHtml(KeySecretPage, { viewer, secret })
  } catch (error) {
    return deskHtml(NewKeyPage, { viewer, name, problem: problemOf(error) }, 400)
  }
})
