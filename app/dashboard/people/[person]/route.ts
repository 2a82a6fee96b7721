import { randomUUID } from 'node:crypto'
import { PersonPage } from '@/components/desk/organization/person-page'
import { seeOther } from '@/lib/http/desk/see-other'
import { formId, showOnce } from '@/lib/http/desk/shown-once'
import { changeRole, removePerson } from '@/lib/service/desk/change-people'
import { listKeysMadeBy } from '@/lib/service/desk/own-keys'
import { getPerson } from '@/lib/service/desk/read-people'
import { SentTwice } from '@/lib/service/desk/refuse-sent-twice'
import { makeResetLink } from '@/lib/service/desk/sign-in/make-reset-link'
import { deskHtml, deskPage, viewerOf } from '../../desk'
import { problemOf } from '../../problem-of'

const HAND_OVER = '/dashboard/people/hand-over'

/** The changes that can be made to one person. */
export const GET = deskPage(async ({ person, member, params }) => {
  const shown = await getPerson(member, params.person ?? '')
  const keys = await listKeysMadeBy(member, shown.userId)
  return deskHtml(PersonPage, { viewer: viewerOf(person), once: randomUUID(), person: shown, keys, problem: null })
})

export const POST = deskPage(async ({ person, member, params, form }) => {
  const shown = await getPerson(member, params.person ?? '')
  const once = formId(form)
  try {
    if (form.get('do') === 'remove') {
      await removePerson(member, shown.userId)
      return seeOther(`/dashboard/people?done=removed&person=${shown.userId}`)
    }
    if (form.get('do') === 'reset') {
      const { link, expiresAt } = await makeResetLink(member, shown.userId, once)
      const { email, role } = shown
      return showOnce(HAND_OVER, person, { kind: 'reset', link, email, role, expiresAt })
    }
    await changeRole(member, shown.userId, form.get('role') ?? '')
    return seeOther('/dashboard/people?done=role')
  } catch (error) {
    if (error instanceof SentTwice) return seeOther(HAND_OVER)
    const page = { viewer: viewerOf(person), once, person: shown, keys: await listKeysMadeBy(member, shown.userId) }
    return deskHtml(PersonPage, { ...page, problem: problemOf(error) }, 400)
  }
})
