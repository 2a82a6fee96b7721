import { couldBeSerial, serialKey } from '@/lib/domain/certificate/serial'
import { ServiceError, undetermined } from '@/lib/errors'
import { log } from '@/lib/log'
import { noteVerdict } from '@/lib/metrics'
import type { Deadline } from '@/lib/store/database/deadline'
import { isConnectionLost } from '@/lib/store/database/on-serving-pool'
import { servingGuard } from '@/lib/store/database/serving-guard'
import { findEvidence } from '@/lib/store/evidence/find-evidence'
import { countCheck } from '@/lib/store/limits/count-checks'
import { type CheckedSerial, judgeSerial } from './check-certificate'

/** What came of one serial of a batch. */
export interface BatchEntry {
  /** As first sent. */
  serial: string
  /** Null when no certificate has this serial; `undetermined` says nothing about it. */
  checked: CheckedSerial | null | 'undetermined'
  /** Of an undetermined one, what its caller may read of why. */
  reason?: string
  /** Database time of the check, milliseconds since 1970. */
  at: number
}

interface BatchOptions {
  /** Whether each certificate that is found and judged is counted; true when left out. */
  counted?: boolean
  /** Runs within the deadline, once everything is judged and before anything is counted. */
  complete?: (entries: readonly BatchEntry[]) => Promise<void>
}

/** The distinct serials among those that were sent, by the matching rule, each as it was sent first. */
function distinctSerials(serials: readonly string[]): Map<string, string> {
  const distinct = new Map<string, string>()
  for (const serial of serials) {
    const key = serialKey(serial)
    if (!distinct.has(key)) distinct.set(key, serial)
  }
  return distinct
}

/**
 * Verifies several serials for the public: their evidence is read together, each is judged by itself, and those that
 * were found and judged are counted together (spec part 14). One that cannot be determined leaves the others as they are.
 * @param serials as sent
 * @returns one entry per distinct serial, in the order sent
 * @throws ServiceError `unavailable` when none of them could be determined, or the count could not be confirmed
 */
export async function verifyBatch(
  serials: readonly string[],
  { counted = true, complete }: BatchOptions = {},
): Promise<BatchEntry[]> {
  const distinct = [...distinctSerials(serials)]
  return servingGuard().run(async (deadline) => {
    const entries = await judgeEach(distinct, deadline)
    await complete?.(entries)
    if (counted) await countEach(entries, deadline)
    for (const { judgement } of judgedOf(entries)) noteVerdict(judgement.overallStatus)
    return entries
  })
}

/**
 * Counts what `verifyBatch` left uncounted: each certificate that was found and judged.
 * @throws ServiceError `unavailable` when the count could not be confirmed
 */
export function countBatch(entries: readonly BatchEntry[]): Promise<void> {
  return servingGuard().run((deadline) => countEach(entries, deadline))
}

async function countEach(entries: readonly BatchEntry[], deadline: Deadline): Promise<void> {
  await Promise.all(judgedOf(entries).map(({ certificateId }) => countCheck(certificateId, deadline)))
}

function judgedOf(entries: readonly BatchEntry[]): CheckedSerial[] {
  return entries.flatMap(({ checked }) => (checked && checked !== 'undetermined' ? [checked] : []))
}

/** @throws what the first one failed with when all of them did, or the connection was lost, which the guard must see */
async function judgeEach(distinct: readonly [string, string][], deadline: Deadline): Promise<BatchEntry[]> {
  const failures: unknown[] = []
  const entries = await Promise.all(
    distinct.map(([key, serial]) =>
      judgeEntry(key, serial, deadline).catch((error: unknown): BatchEntry => {
        failures.push(error)
        return { serial, checked: 'undetermined', at: Date.now(), reason: sentenceOf(error) }
      }),
    ),
  )
  const [first] = failures
  if (first === undefined) return entries
  if (failures.length === entries.length) throw first
  const lost = failures.find(isConnectionLost)
  if (lost !== undefined) throw lost
  log.warn({ err: first, serials: failures.length }, 'some serials of a batch could not be determined')
  return entries
}

/** A record that is lost says so; whatever else went wrong is to be tried again. */
function sentenceOf(error: unknown): string {
  return (error instanceof ServiceError ? error : undetermined()).message
}

async function judgeEntry(key: string, serial: string, deadline: Deadline): Promise<BatchEntry> {
  if (!couldBeSerial(key)) return { serial, checked: null, at: Date.now() }
  const evidence = await findEvidence(key, deadline)
  return { serial, checked: judgeSerial(key, evidence), at: evidence.now }
}
