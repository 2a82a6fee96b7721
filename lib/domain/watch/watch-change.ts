import { TOLD_BEFORE_MS } from './watch-limits'

/** What a watcher is told of, in one word. `lapsing`: the watch itself ends. */
export const WATCH_CHANGES = [
  'withdrawn',
  'replaced',
  'issuer_suspended',
  'issuer_resumed',
  'ending',
  'expired',
  'lapsing',
] as const

type WatchChange = (typeof WATCH_CHANGES)[number]

/** How a watched certificate stands, as far as a watcher was told. */
export const WATCH_STANDINGS = ['current', 'ending', 'expired', 'withdrawn', 'issuer_suspended'] as const

type WatchStanding = (typeof WATCH_STANDINGS)[number]

/** What a watcher was told last: which certificate of the lineage was the current one, and how it stood. */
export interface Told {
  certificateId: string
  standing: WatchStanding
}

/** The newest certificate of a lineage as the database's columns say. Times in milliseconds since 1970. */
export interface WatchedNow {
  certificateId: string
  withdrawn: boolean
  suspended: boolean
  expiresAt: number | null
}

/** One thing to tell; of `replaced` the certificate is the one that was replaced. */
export interface WatchEvent {
  certificateId: string
  change: WatchChange
}

/** How a certificate stands, in the order of outcomes: the first that applies. */
export function watchStandingOf({ withdrawn, suspended, expiresAt }: WatchedNow, now: number): WatchStanding {
  if (withdrawn) return 'withdrawn'
  if (suspended) return 'issuer_suspended'
  if (expiresAt === null || expiresAt - TOLD_BEFORE_MS > now) return 'current'
  return expiresAt > now ? 'ending' : 'expired'
}

/** Whether the message that tells of a change ends the watch. */
export function endsWatch(change: WatchEvent['change']): boolean {
  return change === 'withdrawn' || change === 'expired'
}

/** Whether nothing more can come of a certificate: its watch ends. */
export function isFinal(standing: WatchStanding): boolean {
  return standing === 'withdrawn' || standing === 'expired'
}

/**
 * What there is to tell since a watcher was told last, in the order in which it is told.
 * @returns the events, and what the watcher knows after them
 */
export function changesSince(told: Told, seen: WatchedNow, now: number): { events: WatchEvent[]; told: Told } {
  const { certificateId } = seen
  const standing = watchStandingOf(seen, now)
  const wasReplaced = told.certificateId !== certificateId
  // A correction begins anew: that the one before was ending says nothing of it.
  const before = wasReplaced && told.standing !== 'issuer_suspended' ? 'current' : told.standing
  return {
    events: [
      // Also before a withdrawal: of the correction that was withdrawn the watcher may never have heard.
      ...(wasReplaced ? [{ certificateId: told.certificateId, change: 'replaced' as const }] : []),
      ...changesBetween(before, standing).map((change) => ({ certificateId, change })),
    ],
    told: { certificateId, standing },
  }
}

function changesBetween(before: WatchStanding, after: WatchStanding): WatchChange[] {
  if (before === after) return []
  if (after === 'issuer_suspended' || isFinal(after)) return [after as WatchChange]
  return [
    ...(before === 'issuer_suspended' ? ['issuer_resumed' as const] : []),
    // After a suspension perhaps a second time: whether it was told before that is not known.
    ...(after === 'ending' ? ['ending' as const] : []),
  ]
}

/** When time alone next changes something about a watch, in milliseconds since 1970. */
export function nextLook(seen: WatchedNow, watch: { expiresAt: number; reminded: boolean }, now: number): number {
  const { expiresAt } = seen
  const times = [
    ...(expiresAt === null ? [] : [expiresAt - TOLD_BEFORE_MS, expiresAt]),
    ...(watch.reminded ? [] : [watch.expiresAt - TOLD_BEFORE_MS]),
  ]
  return Math.min(watch.expiresAt, ...times.filter((time) => time > now))
}
