import { parseCheckpoint } from '@/lib/crypto/tlog/checkpoint'
import { checkNoteSignatures, isOfTheFuture } from '@/lib/crypto/tlog/note-signature'
import { parseNote } from '@/lib/crypto/tlog/signed-note'
import { log } from '@/lib/log'
import { logStore } from '@/lib/store/log/open-log-store'
import { logPolicy } from './log-policy'

/** The age at which it is looked again, in milliseconds. */
const AGAIN_MS = 10_000
const MOST_BYTES = 64 * 1024
/** Who confirmed nothing for a day, in seconds, is not said to watch. */
const OLDEST = 24 * 3600

/** The newest tree of our log that witnesses confirmed. */
interface WitnessedHead {
  origin: string
  size: number
  /** The names of their keys. */
  names: string[]
  /** When the last of them did, in milliseconds since 1970. */
  at: number
}

const holder = globalThis as typeof globalThis & {
  certificateServiceWitnessed?: { head: WitnessedHead | null; lookedAt: number; looking: Promise<void> | null }
}

function known() {
  return (holder.certificateServiceWitnessed ??= { head: null, lookedAt: Number.NEGATIVE_INFINITY, looking: null })
}

/** Who confirmed our log, as far as this process knows; null where nobody did. Out of the published note, never out of a column. */
export function witnessedHead(): WitnessedHead | null {
  return known().head
}

/** Looks who confirmed our log: at once where nobody has looked, else now and then, and then nobody waits for it. */
export async function lookForWitnesses(): Promise<void> {
  const state = known()
  if (performance.now() - state.lookedAt < AGAIN_MS) return
  const isFirst = state.lookedAt === Number.NEGATIVE_INFINITY
  state.looking ??= look().finally(() => Object.assign(state, { lookedAt: performance.now(), looking: null }))
  if (isFirst) await state.looking
}

/** What is known is looked up again at once; for tests. */
export function forgetWitnesses(): void {
  delete holder.certificateServiceWitnessed
}

async function look(): Promise<void> {
  const state = known()
  try {
    state.head = await readWitnessed()
  } catch (error) {
    state.head = null
    log.warn({ err: error }, 'who confirmed the public log could not be read')
  }
}

async function readWitnessed(): Promise<WitnessedHead | null> {
  const { witnesses } = await logPolicy()
  const bytes = witnesses.length === 0 ? null : await (await logStore()).read('checkpoint.witnessed', MOST_BYTES)
  if (!bytes) return null
  const note = parseNote(bytes)
  const { origin, size } = parseCheckpoint(note.text)
  const now = Math.floor(Date.now() / 1000)
  const own = origin.replace(/\/log$/, '/witness')
  const checked = checkNoteSignatures(
    note,
    witnesses.map(({ key }) => key),
  ).flatMap(({ key, time }) => {
    const isRecent = time !== null && time > now - OLDEST && !isOfTheFuture(time, now)
    return isRecent && key.name !== own ? [{ key, time }] : []
  })
  if (checked.length === 0) return null
  return {
    origin,
    size,
    names: checked.map(({ key }) => key.name),
    at: Math.max(...checked.map(({ time }) => time)) * 1000,
  }
}
