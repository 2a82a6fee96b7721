import type pg from 'pg'
import { parseEntryBundle } from '@/lib/crypto/tlog/entry-bundle'
import { LogFormatError } from '@/lib/crypto/tlog/log-format-error'
import { TILE_WIDTH, tileAt, tilePath } from '@/lib/crypto/tlog/tile'
import { verifyCheckpoint } from '@/lib/crypto/tlog/verify-checkpoint'
import { parseSealedLeaf, SEALED_FORM } from '@/lib/domain/log/sealed-leaf'
import { undetermined } from '@/lib/errors'
import { isLogComplete, lookForLog, type MissingLeaf } from './complete-log'
import { OF_ITS_EVENT, SECOND } from './event-of-leaf'
import { findLogKeys, noteKeyOf } from './keys/log-keys'
import { findLogState } from './log-state'
import { logStore } from './open-log-store'

const MOST_NOTE_BYTES = 64 * 1024
const MOST_BYTES = 3 * 1024 * 1024
/** Leaves of one reading of the database. */
const PAGE = 16 * TILE_WIDTH

/** A comparison of the leaves in the database with those that were published. */
interface ComparedLeaves {
  /** Before which index everything was compared. */
  to: number
  /** Published sealed leaves that the database has not, has otherwise, or has without their events or certificates. */
  missing: MissingLeaf[]
  /** How many leaves differ. */
  differing: number
}

/**
 * Compares leaves in the database with the published bundles, which are the truth: somebody who took a withdrawal out of
 * every table cannot take it out of what everybody has read.
 * @param from where to begin; what the bundle around it holds is compared again
 * @param between is awaited after each page, so that checks come first
 * @throws Error where the files or the database cannot be read: then nothing is known
 */
export async function compareLeaves(
  db: pg.ClientBase | pg.Pool,
  from: number,
  between: () => Promise<void> = () => Promise.resolve(),
): Promise<ComparedLeaves> {
  const size = await publishedSize(db)
  const missing: MissingLeaf[] = []
  let differing = 0
  for (let start = from - (from % TILE_WIDTH); start < size; start += PAGE) {
    const end = Math.min(start + PAGE, size)
    const rows = await readStored(db, start, end)
    const stored = new Map(rows.filter(({ isWhole }) => isWhole).map(({ index, leaf }) => [index, leaf]))
    for (const [index, leaf] of (await readPublished(start, end, size)).entries()) {
      if (stored.get(start + index)?.equals(leaf)) continue
      differing++
      if (leaf[0] === SEALED_FORM) missing.push(missingLeaf(start + index, leaf))
    }
    await between()
  }
  return { to: size, missing, differing }
}

/**
 * What the leaves in the database tell of rows that are lost, without the published files.
 * @param between is awaited after each page, so that checks come first
 * @returns sealed leaves without their events or certificates
 */
export async function findBareLeaves(
  db: pg.ClientBase | pg.Pool,
  between: () => Promise<void>,
): Promise<MissingLeaf[]> {
  const size = (await findLogState(db))?.publishedSize ?? 0
  const bare: MissingLeaf[] = []
  for (let start = 0; start < size; start += PAGE) {
    const rows = await readStored(db, start, Math.min(start + PAGE, size))
    bare.push(...rows.filter(({ isWhole }) => !isWhole).map(({ index, leaf }) => missingLeaf(index, leaf)))
    await between()
  }
  return bare
}

/** What the database lacks, where a sealed leaf is. */
export function missingLeaf(index: number, leaf: Buffer): MissingLeaf {
  const { issuerId, at, tag } = parseSealedLeaf(leaf)
  return { index, issuerId, at: at * 1000, tag: tag.toString('hex') }
}

/** How many leaves everybody can read: by the signed checkpoint, since a database that was put back says fewer. */
async function publishedSize(db: pg.ClientBase | pg.Pool): Promise<number> {
  const state = await findLogState(db)
  if (state) return Math.max(state.publishedSize, (await signedSize(db, state.origin)) ?? 0)
  await requireNoLog()
  return 0
}

/**
 * Asked where the database has no state of a log: whoever took it away for a moment would have nothing compared.
 * @throws ServiceError `unavailable` where there is one
 */
export async function requireNoLog(): Promise<void> {
  await lookForLog()
  if (isLogComplete()) throw undetermined('the state of the public log is gone')
}

/**
 * The size of the signed checkpoint.
 * @returns null where there is none of this log
 * @throws Error where the files cannot be read
 */
export async function signedSize(db: pg.ClientBase | pg.Pool, origin: string): Promise<number | null> {
  const bytes = await (await logStore()).read('checkpoint', MOST_NOTE_BYTES)
  const keys = (await findLogKeys(db)).filter(({ purpose }) => purpose === 'log')
  const logs = keys.map((row) => ({ key: noteKeyOf(row), url: null }))
  try {
    const signed = bytes && verifyCheckpoint(bytes, { logs, witnesses: [], quorum: null }, 0)
    return signed?.origin === origin ? signed.size : null
  } catch (error) {
    if (error instanceof LogFormatError) return null
    throw error
  }
}

/** A leaf in the database, and whether all is there that it is of. */
interface StoredLeaf {
  index: number
  leaf: Buffer
  isWhole: boolean
}

async function readStored(db: pg.ClientBase | pg.Pool, start: number, end: number): Promise<StoredLeaf[]> {
  const { rows } = await db.query<StoredLeaf>(
    // A sealed leaf whose event is not there is as missing as one that is not there itself: it was lost, or its row was made to
    // name something else. So is one whose certificate has no row and was not erased.
    `SELECT l.log_index::float8 AS index, l.leaf, get_byte(l.leaf, 0) <> ${SEALED_FORM}
       OR EXISTS (SELECT 1 FROM certificates WHERE id = e.certificate_id)
       OR EXISTS (SELECT 1 FROM events o WHERE o.chain_id = e.chain_id AND o.type = 'erased') AS "isWhole"
     FROM (
       SELECT log_index, kind, subject, place, part, leaf, ${SECOND} FROM log_leaves l WHERE log_index >= $1 AND log_index < $2
     ) l ${OF_ITS_EVENT}`,
    [start, end],
  )
  return rows
}

async function readPublished(start: number, end: number, size: number): Promise<Buffer[]> {
  const store = await logStore()
  const leaves: Buffer[] = []
  for (let index = start / TILE_WIDTH; index * TILE_WIDTH < end; index++) {
    const bundle = tileAt(size, 'entries', index)
    const bytes = bundle && (await store.read(tilePath(bundle), MOST_BYTES))
    if (!bundle || !bytes) throw new Error(`The public log lacks the bundle ${index}.`)
    leaves.push(...parseEntryBundle(bytes, bundle.width))
  }
  return leaves
}
