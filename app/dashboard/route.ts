import { StartPage } from '@/components/desk/start-page'
import { findOwnersNews } from '@/lib/service/desk/recent-activity'
import { deskHtml, deskPage, viewerOf } from './desk'

/** The first page after signing in. */
export const GET = deskPage(async ({ person }) => {
  const suspended = person.memberships.some((place) => place.issuerId === person.member?.issuerId && place.suspended)
  const news = person.member && (await findOwnersNews(person.member))
  return deskHtml(StartPage, { viewer: viewerOf(person), suspended, news })
})
