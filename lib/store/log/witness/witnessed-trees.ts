import type pg from 'pg'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { type Checkpoint, parseCheckpoint } from '@/lib/crypto/tlog/checkpoint'
import { LogFormatError } from '@/lib/crypto/tlog/log-format-error'
import type { NoteKey } from '@/lib/crypto/tlog/note-key'
import { checkNoteSignatures } from '@/lib/crypto/tlog/note-signature'
import { parseNote } from '@/lib/crypto/tlog/signed-note'
import { undetermined } from '@/lib/errors'
import { findLogKeys, noteKeyOf } from '@/lib/store/log/keys/log-keys'
import { headStore } from '@/lib/store/log/open-log-store'

const MOST_BYTES = 64 * 1024

/** The newest tree of another log that this service confirmed. */
interface WitnessedTree extends Omit<Checkpoint, 'origin'> {
  /** With the signatures of its log and of this witness. */
  note: string
}

/** How a log is named in paths: its origin may hold any letters. */
export function originHash(origin: string): string {
  return sha256Hex(origin)
}

/**
 * Holds what was confirmed of a log until the transaction ends. Two places keep it, and the larger tree is true: a database that
 * was put back knows less than the journal's folder, and the other way round.
 * @returns null where nothing was confirmed
 */
export async function holdWitnessedTree(tx: pg.ClientBase, origin: string): Promise<WitnessedTree | null> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('witness:' || $1, 0))", [origin])
  return findWitnessedTree(tx, originHash(origin))
}

/** As `holdWitnessedTree`, without holding it. */
export async function findWitnessedTree(db: pg.ClientBase | pg.Pool, hash: string): Promise<WitnessedTree | null> {
  const { rows } = await db.query<{ note: string }>(
    `SELECT note FROM witnessed_trees WHERE encode(sha256(convert_to(origin, 'UTF8')), 'hex') = $1`,
    [hash],
  )
  const kept = (await headStore().read(`witness/${hash}`, MOST_BYTES))?.toString()
  const [row] = rows
  const isOwn = row !== undefined && isConfirmed(row.note, hash, await ownKeys(db))
  // Where it is all there is, nobody can say any more what was confirmed.
  if (row && !isOwn && kept === undefined) throw undetermined('a tree of another log was not confirmed by this witness')
  const notes = [isOwn ? row.note : undefined, kept]
  const [newest] = notes.flatMap((note) => (note ? [treeOf(note)] : [])).sort((a, b) => b.size - a.size)
  return newest ?? null
}

/** Every key that this service confirms logs with, or did. */
async function ownKeys(db: pg.ClientBase | pg.Pool): Promise<NoteKey[]> {
  return (await findLogKeys(db)).filter(({ purpose }) => purpose === 'witness').map(noteKeyOf)
}

/** What others wrote into the database would lead to a branch, for whoever has a key of that log; so would another log's tree. */
function isConfirmed(note: string, hash: string, keys: readonly NoteKey[]): boolean {
  try {
    const parsed = parseNote(Buffer.from(note))
    const { origin } = parseCheckpoint(parsed.text, 'passed over')
    return originHash(origin) === hash && checkNoteSignatures(parsed, keys).length > 0
  } catch (error) {
    if (error instanceof LogFormatError) return false
    throw error
  }
}

/** Keeps a tree that is about to be confirmed: in the journal's folder first, since a signature is only given for what is kept. */
export async function keepWitnessedTree(tx: pg.ClientBase, origin: string, tree: WitnessedTree): Promise<void> {
  await headStore().put(`witness/${originHash(origin)}`, Buffer.from(tree.note))
  await tx.query(
    `INSERT INTO witnessed_trees (origin, size, root, note, at) VALUES ($1, $2, $3, $4, clock_timestamp())
     ON CONFLICT (origin) DO UPDATE SET size = $2, root = $3, note = $4, at = clock_timestamp()`,
    [origin, tree.size, tree.root, tree.note],
  )
}

function treeOf(note: string): WitnessedTree {
  const { size, root } = parseCheckpoint(parseNote(Buffer.from(note)).text, 'passed over')
  return { size, root, note }
}
