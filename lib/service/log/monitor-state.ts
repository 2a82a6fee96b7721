import { z } from 'zod'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { type Checkpoint, parseCheckpoint } from '@/lib/crypto/tlog/checkpoint'
import { formatNote, parseNote, type SignedNote } from '@/lib/crypto/tlog/signed-note'
import { LogFolder } from '@/lib/store/log/log-folder'

const CHECKPOINT = 'checkpoint'
const STATE = 'monitor.json'
const MOST_NOTE_BYTES = 64 * 1024
const MOST_LIST_BYTES = 2 * 1024 * 1024

const stateShape = z.object({
  /** When a checkpoint of this size was seen first, in seconds since 1970. */
  seen_at: z.int().nonnegative(),
  /** The newest time that a witness gave it. */
  witnessed_at: z.int().nonnegative().nullable(),
  /** The newest time that a witness gave any checkpoint. */
  last_witnessed_at: z.int().nonnegative().nullish(),
})

/** What the last run saw. */
export interface SeenLog extends Checkpoint {
  note: SignedNote
  /** In seconds since 1970: by a witness, else by this machine's clock; null where the run ended before it noted that. */
  time: number | null
  /** When a witness confirmed one last that this monitor has seen, in seconds since 1970; null where none ever did. */
  lastWitnessedAt: number | null
}

/** The folder of a monitor: a verified copy of the log, when it was seen, status lists, and what convicts. */
export class MonitorState {
  readonly copy: LogFolder

  constructor(folder: string) {
    this.copy = new LogFolder(folder)
  }

  /** @returns null before the first run */
  async lastSeen(): Promise<SeenLog | null> {
    const bytes = await this.copy.read(CHECKPOINT, MOST_NOTE_BYTES)
    const state = await this.copy.read(STATE, MOST_NOTE_BYTES)
    if (!bytes) return null
    const note = parseNote(bytes)
    const times = state && stateShape.parse(JSON.parse(state.toString()))
    const lastWitnessedAt = times?.last_witnessed_at ?? times?.witnessed_at ?? null
    return {
      ...parseCheckpoint(note.text),
      note,
      time: times && (times.witnessed_at ?? times.seen_at),
      lastWitnessedAt,
    }
  }

  async rememberSeen(seenAt: number, witnessedAt: number | null, lastWitnessedAt: number | null): Promise<void> {
    const state: z.infer<typeof stateShape> = {
      ...{ seen_at: seenAt, witnessed_at: witnessedAt },
      last_witnessed_at: lastWitnessedAt,
    }
    await this.copy.put(STATE, Buffer.from(`${JSON.stringify(state)}\n`))
  }

  /** Keeps a note that convicts the log, under its hash. */
  async keepEvidence(note: SignedNote): Promise<string> {
    const text = formatNote(note)
    const path = `evidence/${sha256Hex(text).slice(0, 32)}.note`
    await this.copy.put(path, Buffer.from(text))
    return path
  }

  async statusBits(list: string): Promise<Buffer | null> {
    return this.copy.read(`lists/${list}`, MOST_LIST_BYTES)
  }

  async rememberStatusBits(list: string, bits: Buffer): Promise<void> {
    await this.copy.put(`lists/${list}`, bits)
  }
}
