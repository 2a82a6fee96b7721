import { PublicLogPage } from '@/components/desk/organization/public-log-page'
import { barsOf } from '@/lib/domain/desk/figures'
import { readIssuerLog } from '@/lib/service/desk/read-issuer-log'
import { deskHtml, deskPage, viewerOf } from '../desk'

/** What the public log has in the issuer's name. */
export const GET = deskPage(async ({ person, member, query }) => {
  const now = Date.now()
  const log = await readIssuerLog(member, now)
  const days = (log?.days ?? []).map(({ day, leaves }) => ({ day, checks: leaves }))
  const asked = query.get('before') ?? ''
  const before = /^\d{4}-\d\d-\d\d$/.test(asked) ? asked : null
  return deskHtml(PublicLogPage, { viewer: viewerOf(person), log, bars: barsOf(days, 'day', now), before })
})
