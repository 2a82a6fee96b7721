import { HandOverPage } from '@/components/desk/hand-over-page'
import { PersonPage } from '@/components/desk/person-page'
import { seeOther } from '@/lib/http/see-other'
import { changeRole, removePerson } from '@/lib/service/desk/change-people'
import { makeResetLink } from '@/lib/service/desk/make-reset-link'
import { getPerson } from '@/lib/service/desk/read-people'
import { deskHtml, deskPage, viewerOf } from '../../desk'
import { problemOf } from '../../problem-of'

/** What may be changed about one person. */
export const GET = deskPage(async ({ person, member, params }) => {
  const shown = await getPerson(member, params.person ?? '')
  return deskHtml(PersonPage, { viewer: viewerOf(person), person: shown, problem: null })
})

export const POST = deskPage(async ({ person, member, params, form }) => {
  const shown = await getPerson(member, params.person ?? '')
  try {
    if (form.get('do') === 'remove') {
      await removePerson(member, shown.userId)
      return seeOther('/dashboard/people?done=removed')
    }
    if (form.get('do') === 'reset') {
      const { link, expiresAt } = await makeResetLink(member, shown.userId)
      const { email, role } = shown
      return await deskHtml(HandOverPage, { viewer: viewerOf(person), kind: 'reset', link, email, role, expiresAt })
    }
    await changeRole(member, shown.userId, form.get('role') ?? '')
    return seeOther('/dashboard/people?done=role')
  } catch (error) {
    return deskHtml(PersonPage, { viewer: viewerOf(person), person: shown, problem: problemOf(error) }, 400)
  }
})
