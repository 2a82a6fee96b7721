import { ReportsPage } from '@/components/desk/organization/reports-page'
import { listOwnReports } from '@/lib/service/desk/own-reports'
import { deskHtml, deskPage, viewerOf } from '../desk'

/** Visitors' reports about the issuer's certificates. */
export const GET = deskPage(async ({ person, member, query }) =>
  deskHtml(ReportsPage, {
    viewer: viewerOf(person),
    ...(await listOwnReports(member)),
    done: query.get('done') === 'closed',
  }),
)
