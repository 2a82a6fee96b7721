import { RevokeKeyPage } from '@/components/desk/organization/revoke-key-page'
import { seeOther } from '@/lib/http/desk/see-other'
import { getOwnKey, revokeOwnKey } from '@/lib/service/desk/own-keys'
import { deskHtml, deskPage, viewerOf } from '../../../desk'
import { fieldProblemOf } from '../../../problem-of'

/** Revokes a key. */
export const GET = deskPage(async ({ person, member, params }) => {
  const key = await getOwnKey(member, params.key ?? '')
  return deskHtml(RevokeKeyPage, { viewer: viewerOf(person), apiKey: key, typed: '', problem: null })
})

export const POST = deskPage(async ({ person, member, params, form }) => {
  const key = await getOwnKey(member, params.key ?? '')
  const typed = form.get('reason') ?? ''
  try {
    await revokeOwnKey(member, key.id, typed)
    return seeOther('/dashboard/keys?done=revoked')
  } catch (error) {
    const problem = fieldProblemOf(error)
    return deskHtml(RevokeKeyPage, { viewer: viewerOf(person), apiKey: key, typed, problem }, 400)
  }
})
