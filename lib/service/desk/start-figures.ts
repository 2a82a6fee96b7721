import { dayOf } from '@/lib/domain/text/day-of'
import { LargeCounts } from '@/lib/service/check/large-counts'
import { getIssuer } from '@/lib/service/issuers/get-issuer'
import {
  countChecksByDay,
  countEndingByDay,
  countIssuedByDay,
  type Counts,
  MOST_COUNTED,
} from '@/lib/store/desk/figures'
import { hasLogo } from '@/lib/store/desk/has-logo'
import { listMembers } from '@/lib/store/desk/members'
import { authorize } from './authorize'
import type { DeskMember } from './desk-person'
import { type ListedBatch, listOwnBatches } from './issue/own-batches'

const DAY = 86_400_000
/** The days of a figure, and the latest batches, on the start page. */
const SHOWN = { issued: 30, checks: 7, ending: 60, batches: 5 }

/** A figure of the start page: one number for each of its days, oldest first. */
type Series = number[]

/** What the start page says of an issuer. */
interface StartFigures {
  issued: Series
  /** The first day of what was issued, such as `2026-11-03`. */
  issuedFrom: string
  checks: Series
  ending: Series
  /** More certificates than these are not counted. */
  most: number
  batches: ListedBatch[]
  /** What a new organization does first, and whether it is done. */
  steps: { domain: boolean; logo: boolean; issued: boolean; secondOwner: boolean }
}

/**
 * Counts what the start page shows. Days are those of UTC; what is counted is read from columns, and names nobody.
 * @throws as `authorize`; ServiceError `unavailable`
 */
export async function readStartFigures(member: DeskMember, now: number): Promise<StartFigures> {
  authorize(member, 'read_certificates')
  const { issuerId } = member
  const firstDay = firstDays(now)
  const [{ issued, checks, ending }, { batches }, people, { assurance }, logo] = await Promise.all([
    counts().last(issuerId, now, OLDEST_MS),
    listOwnBatches(member, null, SHOWN.batches),
    listMembers(issuerId),
    getIssuer(member.issuerSlug),
    hasLogo(issuerId),
  ])
  return {
    issued: series(issued, firstDay.issued, SHOWN.issued),
    issuedFrom: dayOf(firstDay.issued),
    checks: series(checks, firstDay.checks, SHOWN.checks),
    // The last of the sixty days ends on the day after them.
    ending: series(ending, now, SHOWN.ending + 1),
    most: MOST_COUNTED,
    batches,
    steps: {
      domain: assurance === 'verified' || assurance === 'attested',
      logo,
      issued: batches.length > 0 || issued.length > 0,
      secondOwner: people.filter(({ role }) => role === 'owner').length > 1,
    },
  }
}

const OLDEST_MS = 600_000

interface Counted {
  issued: Counts
  checks: Counts
  ending: Counts
}

const holder = globalThis as typeof globalThis & { certificateServiceStartCounts?: LargeCounts<Counted> }

/**
 * What is counted, kept for a minute where that is ten thousand or more, and shown for ten while it is counted anew. One a
 * process, as in `read-figures`.
 */
function counts(): LargeCounts<Counted> {
  return (holder.certificateServiceStartCounts ??= new LargeCounts(count, {
    size: (counted) =>
      Object.values(counted)
        .flat()
        .reduce((sum, { count: own }) => sum + own, 0),
  }))
}

async function count(issuerId: string): Promise<Counted> {
  const firstDay = firstDays(Date.now())
  const [issued, checks, ending] = await Promise.all([
    countIssuedByDay(issuerId, dayOf(firstDay.issued)),
    countChecksByDay(issuerId, dayOf(firstDay.checks)),
    countEndingByDay(issuerId),
  ])
  return { issued, checks, ending }
}

function firstDays(now: number) {
  return { issued: now - (SHOWN.issued - 1) * DAY, checks: now - (SHOWN.checks - 1) * DAY }
}

function series(counted: Counts, first: number, days: number): Series {
  const known = new Map(counted.map(({ day, count }) => [day, count]))
  return Array.from({ length: days }, (_, index) => known.get(dayOf(first + index * DAY)) ?? 0)
}
