import { randomUUID } from 'node:crypto'
import { NewKeyPage } from '@/components/desk/organization/new-key-page'
import { seeOther } from '@/lib/http/desk/see-other'
import { formId, showOnce } from '@/lib/http/desk/shown-once'
import { authorize } from '@/lib/service/desk/authorize'
import { createOwnKey } from '@/lib/service/desk/own-keys'
import { SentTwice } from '@/lib/service/desk/refuse-sent-twice'
import { deskHtml, deskPage, viewerOf } from '../../desk'
import { fieldProblemOf } from '../../problem-of'

const MADE = '/dashboard/keys/made'

/** Makes a key: its name is asked for, then the key is shown once. */
export const GET = deskPage(({ person, member }) => {
  authorize(member, 'manage_keys')
  return deskHtml(NewKeyPage, { viewer: viewerOf(person), once: randomUUID(), name: '', problem: null })
})

export const POST = deskPage(async ({ person, member, form }) => {
  const once = formId(form)
  const name = form.get('name') ?? ''
  try {
    const { secret } = await createOwnKey(member, name, once)
    return showOnce(MADE, person, secret)
  } catch (error) {
    if (error instanceof SentTwice) return seeOther(MADE)
    return deskHtml(NewKeyPage, { viewer: viewerOf(person), once, name, problem: fieldProblemOf(error) }, 400)
  }
})
