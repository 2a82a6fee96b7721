import { formatNote } from '@/lib/crypto/tlog/signed-note'
import type { TrustPolicy } from '@/lib/crypto/tlog/trust-policy'
import type { VerifiedCheckpoint } from '@/lib/crypto/tlog/verify-checkpoint'
import type { LogReader } from '@/lib/domain/log/log-reader'
import { readHeads } from '@/lib/domain/log/verify-log'
import { type LogWalk, walkLog } from '@/lib/domain/log/walk-log'
import { LeafWatch, type OwnLeaf, type WatchedIssuer } from '@/lib/domain/log/watch/leaf-watch'
import type { LogAlarm } from '@/lib/domain/log/watch/log-alarm'
import { lostBits, servedBits } from '@/lib/domain/log/watch/lost-bits'
import { ServiceError } from '@/lib/errors'
import { LogAddress } from '@/lib/net/log-address'
import { MirroredLog } from '@/lib/store/log/mirrored-log'
import { MonitorState, type SeenLog } from './monitor-state'

const STALE_SECONDS = 24 * 3600
const MOST_LIST_BYTES = 2 * 1024 * 1024
const BEFORE = 'the checkpoint that was seen before'

export interface MonitorOptions extends Pick<LogWalk, 'onProgress' | 'signal'> {
  policy: TrustPolicy
  /** The folder of this monitor. */
  folder: string
  /** Seconds since 1970. */
  now: number
  issuer?: WatchedIssuer
}

/** What one run of a monitor came to. */
interface MonitoredLog {
  alarms: LogAlarm[]
  checkpoint: VerifiedCheckpoint | null
  /** How many leaves the run before had seen. */
  previousSize: number
  /** The newest time that a witness of the policy gave, in seconds since 1970; null where none did. */
  witnessedAt: number | null
  /** The leaves in the name of the watched issuer. */
  own: OwnLeaf[]
  /**
   * Makes this run what the next one starts from. For after its alarms were told: most are raised once, for what is new.
   * @throws ServiceError `unavailable` where another run did so meanwhile
   */
  keep: () => Promise<void>
}

/**
 * Watches a log (spec part 18): reads what is new of it, holds it against all that was seen before, and verifies the
 * whole. Only a log without alarms of its own becomes what the next run starts from, and only once it is kept.
 * @throws Error when it cannot be told how the log is: nobody was convicted, and nobody cleared
 */
export async function monitorLog(log: LogReader, options: MonitorOptions): Promise<MonitoredLog> {
  const { policy, now } = options
  const state = new MonitorState(options.folder)
  const before = await state.lastSeen()
  const { checkpoint, witnessed, witnessedAt, faults } = await readHeads(log, policy, now)
  // Whoever drops the confirmations of a log leaves none to grow old.
  const lastWitnessedAt = Math.max(witnessedAt ?? 0, before?.lastWitnessedAt ?? 0) || null
  const alarms: LogAlarm[] = [...faults, ...headAlarms(checkpoint, before, policy, lastWitnessedAt, now)]
  const isConvicted = alarms.some(({ code }) => ['checkpoint', 'fork', 'shrunk'].includes(code))
  const walked =
    checkpoint && !isConvicted ? await walkNew({ log, state, before, checkpoint, witnessed }, options) : null
  alarms.push(...(walked?.alarms ?? []))
  if (checkpoint && before) await keepBoth(state, before, checkpoint, alarms)
  const lists = new Map<string, Buffer>()
  if (walked?.keepCopy) alarms.push(...(await listAlarms(log, state, walked.lists, lists)))
  const keep = async () => {
    if (!walked?.keepCopy) return
    if ((await state.lastSeen())?.size !== before?.size)
      throw new ServiceError(
        'unavailable',
        'Another run was at work in this folder. Nothing is kept of this one: run it again.',
      )
    await walked.keepCopy()
    const isSame = before?.size === checkpoint?.size
    await state.rememberSeen((isSame ? before?.time : null) ?? now, witnessedAt, lastWitnessedAt)
    for (const [list, bits] of lists) await state.rememberStatusBits(list, bits)
  }
  return { alarms, checkpoint, previousSize: before?.size ?? 0, witnessedAt, own: walked?.own ?? [], keep }
}

interface Seen {
  log: LogReader
  state: MonitorState
  before: SeenLog | null
  checkpoint: VerifiedCheckpoint
  witnessed: VerifiedCheckpoint | null
}

/** Walks the whole log, of which only what is new is fetched; where nothing is wrong with it, the copy can be kept. */
async function walkNew({ log, state, before, checkpoint, witnessed }: Seen, options: MonitorOptions) {
  const { policy, issuer = null, onProgress, signal } = options
  const mirror = new MirroredLog(log, state.copy, before?.size ?? 0)
  const watch = new LeafWatch({ policy, oldSize: before?.size ?? 0, oldTime: before?.time ?? null, issuer })
  const trees = [
    ...(before ? [{ ...before, name: BEFORE }] : []),
    { ...checkpoint, name: 'the checkpoint' },
    ...(witnessed ? [{ ...witnessed, name: 'the witnessed checkpoint' }] : []),
  ]
  const onLeaf = watch.take.bind(watch)
  const { faults, unequal } = await walkLog(mirror, { origin: checkpoint.origin, trees, onLeaf, onProgress, signal })
  const alarms: LogAlarm[] = [...faults, ...watch.alarms]
  if (before && unequal.includes(BEFORE)) {
    alarms.push({ code: 'fork', where: `size ${before.size}`, sentence: 'Leaves that were there are now others.' })
  }
  const older = witnessed ?? checkpoint
  const notes = { 'checkpoint.witnessed': formatNote(older.note), checkpoint: formatNote(checkpoint.note) }
  const keepCopy = faults.length === 0 ? () => mirror.keep(checkpoint.size, new Map(Object.entries(notes))) : null
  return { alarms, keepCopy, own: watch.own, lists: watch.lists }
}

/** What the checkpoint alone gives cause for. */
function headAlarms(
  checkpoint: VerifiedCheckpoint | null,
  before: SeenLog | null,
  policy: TrustPolicy,
  lastWitnessedAt: number | null,
  now: number,
): LogAlarm[] {
  if (!checkpoint) return []
  const alarms: LogAlarm[] = []
  const raise = (code: LogAlarm['code'], sentence: string) => alarms.push({ code, where: 'checkpoint', sentence })
  if (before && before.origin !== checkpoint.origin) raise('checkpoint', `It is of another log than ${before.origin}.`)
  else if (before && checkpoint.size < before.size) {
    raise('shrunk', `The log has ${checkpoint.size} leaves, and had ${before.size}.`)
  } else if (before?.size === checkpoint.size && !before.root.equals(checkpoint.root)) {
    raise('fork', `There are two trees of ${before.size} leaves.`)
  }
  if (lastWitnessedAt !== null && now - lastWitnessedAt > STALE_SECONDS) {
    raise('stale', `The newest confirmation of a witness is of ${new Date(lastWitnessedAt * 1000).toISOString()}.`)
  }
  const known = policy.logs.map(({ key }) => key)
  const strange = checkpoint.note.signatures.find(
    ({ name, keyId }) => name === checkpoint.origin && !known.some((key) => key.name === name && key.id === keyId),
  )
  if (strange) raise('unknown_key', 'A key signs for the log that the policy does not know.')
  return alarms
}

/** Two notes that cannot both be true are all that is needed to convict a log. */
async function keepBoth(state: MonitorState, before: SeenLog, now: VerifiedCheckpoint, alarms: LogAlarm[]) {
  const convicting = alarms.find(({ code }) => code === 'fork' || code === 'shrunk')
  if (!convicting) return
  const paths = [await state.keepEvidence(before.note), await state.keepEvidence(now.note)]
  convicting.sentence += ` Both notes are kept: ${paths.join(' and ')}.`
}

/** @param good gets the bits of the lists that lost none */
async function listAlarms(
  log: LogReader,
  state: MonitorState,
  lists: Iterable<string>,
  good: Map<string, Buffer>,
): Promise<LogAlarm[]> {
  if (!(log instanceof LogAddress)) return []
  const alarms: LogAlarm[] = []
  for (const list of lists) {
    const bytes = await log.readBeside(`/api/public/status/${list}`, MOST_LIST_BYTES)
    const bits = bytes && servedBits(bytes)
    const before = await state.statusBits(list)
    if (!bits) {
      alarms.push({ code: 'list_lost_bit', where: list, sentence: 'The status list is no longer served as one.' })
      continue
    }
    const lost = before ? lostBits(before, bits) : 0
    if (lost > 0) alarms.push({ code: 'list_lost_bit', where: list, sentence: `${lost} entries are no longer set.` })
    else good.set(list, bits)
  }
  return alarms
}
