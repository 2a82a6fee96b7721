import { MOST_SERIALS } from '@/lib/contract/check/lookup'
import { serialKey } from '@/lib/domain/certificate/serial'
import type { LookupRow } from '@/lib/domain/desk/lookup-row'
import { MOST_LISTED } from '@/lib/domain/issue/read-serial-list'
import { readerError } from '@/lib/i18n/desk/reader-error'
import { deskText } from '@/lib/i18n/desk/text'
import { deskMoment } from '@/lib/i18n/desk/times'
import { lookUpCertificates, type LookedUp } from '@/lib/service/check/look-up-certificates'
import { serialsMeant } from '@/lib/service/check/serials-meant'
import { authorize } from '@/lib/service/desk/authorize'
import type { DeskMember } from '@/lib/service/desk/desk-person'
import { noteMemberReading } from '@/lib/service/desk/note-member-reading'
import { Semaphore } from '@/lib/service/operation/semaphore'
import { servingDeadlineMs } from '@/lib/store/database/deadlines'
import { servingGuard } from '@/lib/store/database/serving-guard'

/** Of all members in a process, hundreds of serials that are looked up at once: verifying so many fills a processor. */
const LOOKUPS = new Semaphore(2, servingDeadlineMs)

/**
 * Looks up serials among the certificates of the member's issuer, by hundreds, through the service behind the issuer's
 * API. It is not a verification, and not counted. Another issuer's serial is not found. The activity log says how many
 * serials were looked up, not which.
 * @throws ServiceError `forbidden`; `malformed` for more than 10,000; `unavailable`
 */
export async function lookUpOwn(member: DeskMember, serials: readonly string[]): Promise<LookupRow[]> {
  authorize(member, 'look_up')
  if (serials.length > MOST_LISTED) throw readerError('malformed', 'lookUp.tooMany')
  const rows: LookupRow[] = []
  for (let from = 0; from < serials.length; from += MOST_SERIALS) {
    const some = serials.slice(from, from + MOST_SERIALS)
    // Room for each hundred by itself: a long list lets a short one pass.
    rows.push(...(await LOOKUPS.run(() => lookUp(member.issuerId, some))).map(lookupRow))
  }
  noteMemberReading(member, { action: 'serials.looked_up', subject: null, serials: serials.length })
  return rows
}

async function lookUp(issuerId: string, serials: readonly string[]): Promise<LookedUp[]> {
  return servingGuard().together(async () => lookUpCertificates(issuerId, await serialsMeant(serials, issuerId)))
}

const NOTHING = {
  ...{ current: '', currentStatus: '', currentStatusText: '', replaced: [] },
  ...{ checkCount: 0, lastCheckedAt: '', lastCheckedText: '' },
}

function lookupRow({ serial, found }: LookedUp): LookupRow {
  if (found === null)
    return { serial, found: false, status: 'not_found', statusText: deskText('lookUp.notFound'), ...NOTHING }
  if (found === 'lost') return { serial, found: null, status: 'lost', statusText: deskText('lookUp.lost'), ...NOTHING }
  if (found === 'undetermined' || found === 'unsure')
    return { serial, found: null, status: 'undetermined', statusText: deskText('status.undetermined'), ...NOTHING }
  const { current, replaced, checkCount, lastCheckedAt, overallStatus, sentStatus } = found
  const serialOf = (one: typeof current) => (one.kind === 'genuine' ? one.content.serial : one.serial)
  const isCurrent = serialKey(serial) === serialKey(serialOf(current))
  return {
    serial,
    found: true,
    status: sentStatus,
    statusText: deskText(`status.${sentStatus}`),
    current: serialOf(current),
    currentStatus: isCurrent ? '' : overallStatus,
    currentStatusText: isCurrent ? '' : deskText(`status.${overallStatus}`),
    replaced: replaced.map(serialOf),
    checkCount,
    lastCheckedAt: lastCheckedAt === null ? '' : new Date(lastCheckedAt).toISOString(),
    lastCheckedText: lastCheckedAt === null ? '' : deskMoment(new Date(lastCheckedAt)),
  }
}
