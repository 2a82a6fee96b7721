import { ActivityPage } from '@/components/desk/organization/activity-page'
import { readActivity } from '@/lib/service/desk/read-activity'
import { deskHtml, deskPage, viewerOf } from '../desk'

/** What people and keys did, newest first. */
export const GET = deskPage(async ({ person, member, query }) => {
  const asked = query.get('before') ?? ''
  const before = /^[0-9]{1,18}$/.test(asked) ? asked : null
  const page = await readActivity(member, before)
  return deskHtml(ActivityPage, { viewer: viewerOf(person), ...page, first: before === null })
})
