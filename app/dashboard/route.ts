import { StartPage } from '@/components/desk/start-page'
import { deskHtml, deskPage, viewerOf } from './desk'

/** Where one arrives after signing in. */
export const GET = deskPage(({ person }) => {
  const suspended = person.memberships.some((place) => place.issuerId === person.member?.issuerId && place.suspended)
  return deskHtml(StartPage, { viewer: viewerOf(person), suspended })
})
