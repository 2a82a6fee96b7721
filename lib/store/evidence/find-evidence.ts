import type { Evidence } from '@/lib/domain/history/evidence'
import { ServiceError } from '@/lib/errors'
import type { Deadline } from '@/lib/store/database/deadline'
import { Gatherer } from '@/lib/store/database/gatherer'
import { isConnectionLost, readOnServingPool } from '@/lib/store/database/on-serving-pool'
import { readEvidence } from './read-evidence'

/** The result of reading one serial: an error of its own must not take the others' answers with it. */
type Reading = { evidence: Evidence } | { error: unknown }

const holder = globalThis as typeof globalThis & {
  certificateServiceReader?: Gatherer<string, Reading>
}

/**
 * Finds the evidence for one serial of a public check. Requests that come together share one statement: the evidence
 * then holds the others' lineages too.
 * @param serialKey in its matching form
 * @throws ConnectionLostError when the database is out of reach, or the driver's error
 */
export async function findEvidence(serialKey: string, deadline?: Deadline): Promise<Evidence> {
  holder.certificateServiceReader ??= new Gatherer(readAll, { maxInFlight: 3, maxBatch: 100, shareFrom: 16 })
  const reading = await holder.certificateServiceReader.add(serialKey, deadline)
  if ('error' in reading) throw reading.error
  return reading.evidence
}

async function readAll(keys: string[]): Promise<Reading[]> {
  try {
    const evidence = await readTogether(keys)
    return keys.map(() => ({ evidence }))
  } catch (error) {
    if (keys.length === 1 || concernsAll(error)) throw error
    // One record that cannot be read, on a damaged page for example, is 503 for whoever asks for that one alone.
    return readOneByOne(keys)
  }
}

/** Errors of PostgreSQL that no record causes: no connection or memory to spare (53), a shutdown or a time-out (57), no right (42). */
const OF_THE_DATABASE = /^(?:42|53|57)/

/**
 * Whether no serial of a batch could be read by itself either: then reading them one by one asks the database a hundred times
 * for the same error. What makes evidence undetermined, clocks or the journal, is a ServiceError.
 */
function concernsAll(error: unknown): boolean {
  if (isConnectionLost(error) || error instanceof ServiceError) return true
  return OF_THE_DATABASE.test(String((error as { code?: unknown } | null)?.code))
}

async function readOneByOne(keys: string[]): Promise<Reading[]> {
  const readings = new Map<string, Reading>()
  for (const key of new Set(keys)) {
    const reading = await readTogether([key]).then(
      (evidence) => ({ evidence }),
      (error: unknown) => ({ error }),
    )
    readings.set(key, reading)
  }
  return keys.map((key) => readings.get(key) ?? { error: new Error('a serial was not read') })
}

function readTogether(keys: string[]): Promise<Evidence> {
  return readOnServingPool((pool) => readEvidence(pool, keys))
}
