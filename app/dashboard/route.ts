import { StartPage } from '@/components/desk/start-page'
import { findOwnersNews } from '@/lib/service/desk/recent-activity'
import { readStartFigures } from '@/lib/service/desk/start-figures'
import { deskHtml, deskPage, viewerOf } from './desk'

/** The first page after signing in. */
export const GET = deskPage(async ({ person }) => {
  const suspended = person.memberships.some((place) => place.issuerId === person.member?.issuerId && place.suspended)
  const [figures, news] = await Promise.all([
    person.member && readStartFigures(person.member, Date.now()),
    person.member && findOwnersNews(person.member),
  ])
  return deskHtml(StartPage, { viewer: viewerOf(person), suspended, figures, news })
})
