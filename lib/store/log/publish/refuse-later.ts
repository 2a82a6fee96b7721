import { type Checkpoint, parseCheckpoint } from '@/lib/crypto/tlog/checkpoint'
import { LogFormatError } from '@/lib/crypto/tlog/log-format-error'
import { parseNote } from '@/lib/crypto/tlog/signed-note'
import { claimPath } from '@/lib/domain/log/claim-path'
import type { LogStore } from '@/lib/domain/log/log-store'
import { LogFilesMissing, LogStopped } from './log-stopped'

/** Where the newest checkpoint lies, and the newest one that witnesses confirmed; and in the journal the newest head. */
export const CHECKPOINT = 'checkpoint'
export const WITNESSED = 'checkpoint.witnessed'
export const HEAD = 'log-head'
export const MOST_NOTE_BYTES = 64 * 1024

/**
 * Whatever was signed or claimed is at most what is committed here: else this is an older state of the database.
 * @throws LogStopped; LogFormatError where files are those of no log
 */
export async function refuseLater(
  { store, journal }: { store: LogStore; journal: LogStore },
  committed: Checkpoint,
): Promise<void> {
  const claimed = await store.read(claimPath(committed.size), MOST_NOTE_BYTES)
  if (claimed) throw otherClaim(claimed, 'A later tree was claimed already: the database is older than the log.')
  const note = await store.read(CHECKPOINT, MOST_NOTE_BYTES)
  const kept = await journal.read(HEAD, MOST_NOTE_BYTES)
  const texts = [note && parseNote(note).text, kept?.toString()].filter((text) => typeof text === 'string')
  for (const text of texts) {
    const { origin, size, root } = readHead(text)
    if (origin !== committed.origin) throw new LogStopped('The files are those of another log.')
    if (size > committed.size)
      throw new LogStopped('A later tree was signed already: the database is older than the log.')
    if (size === committed.size && !root.equals(committed.root)) {
      throw new LogStopped('Another tree of this size was signed already.')
    }
  }
}

const CLAIMED = 'Another tree was claimed to follow this one.'

/** @throws LogStopped where another tree was claimed to follow that of this size */
export async function claimNext(store: LogStore, size: number, text: string): Promise<void> {
  const claimed = await store.claim(claimPath(size), Buffer.from(text))
  if (claimed.toString() !== text) throw otherClaim(claimed, CLAIMED)
}

/**
 * Whoever slept since it claimed the successor of a tree may find its claim taken back, by `certs log resume`: then it signs nothing.
 * @throws LogStopped where another tree was claimed since; LogFilesMissing
 */
export async function requireClaim(
  store: LogStore,
  size: number,
  text: string,
  mayStill?: () => Promise<void>,
): Promise<void> {
  await mayStill?.()
  const claimed = await store.read(claimPath(size), MOST_NOTE_BYTES)
  if (claimed === null) throw new LogFilesMissing('The claim of this tree is not there any more.')
  if (claimed.toString() !== text) throw otherClaim(claimed, CLAIMED)
}

/**
 * What stops a log for a claim that was found. What is no checkpoint was claimed by nobody: a store that is away may answer with a page of
 * its own for what is not there.
 * @throws LogFormatError of what is none
 */
function otherClaim(found: Buffer, sentence: string): LogStopped {
  parseCheckpoint(found.toString())
  return new LogStopped(sentence)
}

/** @throws LogStopped where the text is no checkpoint */
export function readHead(text: string): Checkpoint {
  try {
    return parseCheckpoint(text)
  } catch (error) {
    if (error instanceof LogFormatError) throw new LogStopped(`The newest head of the log is damaged: ${error.message}`)
    throw error
  }
}
