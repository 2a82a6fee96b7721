import { PeoplePage } from '@/components/desk/organization/people-page'
import { listKeysMadeBy } from '@/lib/service/desk/own-keys'
import { readPeople } from '@/lib/service/desk/read-people'
import { deskHtml, deskPage, viewerOf } from '../desk'

const DONE = ['removed', 'role', 'withdrawn', 'invited'] as const

/** The people who work for the issuer, and those who are invited. */
export const GET = deskPage(async ({ person, member, query }) => {
  const done = DONE.find((one) => one === query.get('done')) ?? null
  const removed = done === 'removed' ? query.get('person') : null
  const keys = removed === null ? [] : await listKeysMadeBy(member, removed)
  const page = { viewer: viewerOf(person), self: person.userId, ...(await readPeople(member)) }
  return deskHtml(PeoplePage, { ...page, keys, done })
})
