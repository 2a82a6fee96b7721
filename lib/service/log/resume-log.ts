import { readFile } from 'node:fs/promises'
import { type Checkpoint, parseCheckpoint } from '@/lib/crypto/tlog/checkpoint'
import type { NoteKey } from '@/lib/crypto/tlog/note-key'
import type { VerifiedCheckpoint } from '@/lib/crypto/tlog/verify-checkpoint'
import { claimPath } from '@/lib/domain/log/claim-path'
import { walkLog } from '@/lib/domain/log/walk-log'
import { ServiceError } from '@/lib/errors'
import { log } from '@/lib/log'
import { transaction } from '@/lib/store/database/database'
import { withOwnConnection } from '@/lib/store/database/own-connection'
import { databaseTime } from '@/lib/store/evidence/event-log'
import { compareJournal } from '@/lib/store/journal/compare-journal'
import { compareAgain } from '@/lib/store/journal/journal-watch'
import { journalFiles } from '@/lib/store/journal/open-journal'
import { findLogKeys, noteKeyOf } from '@/lib/store/log/keys/log-keys'
import { type LogState, readLogState } from '@/lib/store/log/log-state'
import { headStore, logStore } from '@/lib/store/log/open-log-store'
import { adoptLeaves } from '@/lib/store/log/resume/adopt-leaves'
import { stateOfLeaves } from '@/lib/store/log/resume/state-of-leaves'
import { takeBackUnpublished, withoutUnpublished } from '@/lib/store/log/resume/unpublished-leaves'
import { sequenceHere } from '@/lib/store/log/sequence/await-publication'
import { ownLogConnection } from '@/lib/store/log/sequence/own-log-connection'
import { SEQUENCER_LOCK } from '@/lib/store/log/sequence/sequencer'
import { logPolicy } from '@/lib/store/log/witness/log-policy'
import { type LostChange, lostChangesIn, settleByLog } from './settle-by-log'
import { signedTree } from './signed-tree'

const MOST_BYTES = 64 * 1024
const PATIENCE_MS = 10_000

/** What came of it. */
export interface ResumedLog {
  origin: string
  /** How many leaves the database had, and has now. */
  before: number
  size: number
  /** Of those that it took over, the leaves of changes that it does not know. */
  lost: number
  /** Changes of issuers and keys among what it took over: the operator makes them again where the journal gave nothing back. */
  changes: LostChange[]
  /** The backups whose restores waited for a comparison, and were settled by this. */
  settled: string[]
}

/**
 * Brings a log on that is stopped, or whose state somebody else wrote (spec part 18, section 3): a restored database takes over what was published and it lacks, after the
 * journal gave it back what it knows. A restore that nothing newer was compared with is settled by it. Only from the newest tree that anybody holds: from an older one the log would tell two
 * people two histories. Leaves that got their places here while another primary published its own get later ones.
 * @param file with the newest checkpoint that anybody holds: a witness, a monitor, a receipt's keeper
 * @throws ServiceError `malformed` where the note is not of this log; `unavailable` where the log is not stopped, somebody publishes
 * it, its files do not reach the newest tree, or it says too little of a restore
 */
export async function resumeLog(file: string): Promise<ResumedLog> {
  const db = await ownLogConnection()
  try {
    // Whoever serves tries for the lock now and then, sees that the log is stopped, and lets it go.
    await db.query(`SET lock_timeout = ${PATIENCE_MS}`)
    await db.query(`SELECT pg_advisory_lock(${SEQUENCER_LOCK})`).catch((cause: unknown) => {
      throw new ServiceError('unavailable', 'Somebody publishes the log at this moment.', { cause })
    })
    const written = await readLogState(db)
    if (!written) throw new ServiceError('not_found', 'There is no public log yet. Run: certs log fill')
    if (written.isSealed && written.stopped === null)
      throw new ServiceError('unavailable', 'The log is not stopped: nothing is to be done.')
    await requireReplayed()
    const state = written.isSealed
      ? await withoutUnpublished(db, await logStore(), written)
      : await stateOfLeaves(db, written)
    // A stolen key too: what stands there may have been signed by it before, and only leads on where the leaves do.
    const keys = (await findLogKeys(db)).filter(({ purpose }) => purpose === 'log')
    const found = await newestTree(state, keys.map(noteKeyOf), file)
    const { tree, leaves } = await readRest(state, found)
    const confirmed = found.signed.filter(({ size }) => size === tree.size)
    const [lost, settled] = await transaction(async (tx) => {
      if (written.isSealed && state.size < written.size) await takeBackUnpublished(tx, state.size)
      const adopted = await adoptLeaves(tx, state, { ...tree, leaves }, await databaseTime(tx))
      return [adopted, await settleByLog(tx, state, { size: tree.size, confirmed })] as const
    })
    // After the rest: cut off before it, the log is stopped by the claim again.
    if (found.claim && tree !== found.claim) await (await logStore()).unclaim(claimPath(tree.size))
    if (settled.length > 0) await compareAgain()
    const changes = lostChangesIn(leaves.map(({ bytes }) => bytes))
    return { origin: state.origin, before: state.size, size: tree.size, lost, changes, settled }
  } finally {
    await db.end().catch(() => undefined)
    await sequenceHere()
  }
}

/** What the journal still knows would come back without its leaves, were they given away before. */
async function requireReplayed(): Promise<void> {
  const { unreplayed } = await withOwnConnection((db) => compareJournal(db, journalFiles(), { whole: true }))
  if (unreplayed === 0) return
  const sentence = 'The journal knows changes that the database lacks: run certs journal replay first.'
  throw new ServiceError('unavailable', sentence)
}

/** What the files, the journal's folder and the operator know of how far the log has come. */
interface Found {
  newest: Checkpoint
  /** The tree that was claimed to follow it. */
  claim: Checkpoint | null
  /** Whether that may be signed: where the journal's head is the newest that was signed, it is not, since heads are written first. */
  mayBeSigned: boolean
  signed: VerifiedCheckpoint[]
  /** All that it has to lead from. */
  others: Checkpoint[]
}

async function newestTree(state: LogState, logs: NoteKey[], file: string): Promise<Found> {
  const keys = { logs, witnesses: (await logPolicy()).witnesses }
  const store = await logStore()
  const given = await readFile(file).catch((cause: NodeJS.ErrnoException) => {
    throw new ServiceError('malformed', `The file ${file} cannot be read (${cause.code ?? cause.message}).`, { cause })
  })
  const published = await store.read('checkpoint', MOST_BYTES)
  const witnessed = await store.read('checkpoint.witnessed', MOST_BYTES)
  const kept = await headStore().read('log-head', MOST_BYTES)
  const head = kept && parseCheckpoint(kept.toString())
  const signed = [
    signedTree(given, keys, 'The checkpoint that was given'),
    ...(published ? [signedTree(published, keys, 'The checkpoint of the files')] : []),
    ...(witnessed ? [signedTree(witnessed, keys, 'The confirmed checkpoint of the files')] : []),
  ]
  const trees = [{ origin: state.origin, size: state.size, root: state.root }, ...signed, ...(head ? [head] : [])]
  if (trees.some(({ origin }) => origin !== state.origin))
    throw new ServiceError('malformed', `The checkpoint is not of the log ${state.origin}.`)
  const newest = trees.reduce((one, other) => (other.size > one.size ? other : one))
  const claim = await store.read(claimPath(newest.size), MOST_BYTES)
  const mayBeSigned = head === null || signed.some(({ size }) => size > head.size)
  return { newest, claim: claim && parseCheckpoint(claim.toString()), mayBeSigned, signed, others: trees }
}

/**
 * The newest tree, and the leaves of it that the database lacks. A claim whose files nobody has, since whoever made it was cut off in that
 * very moment together with its database, counts for nothing where nobody can have signed it.
 */
async function readRest(state: LogState, { newest, claim, mayBeSigned, others }: Found) {
  try {
    const tree = claim ?? newest
    return { tree, leaves: await readLeavesTo(state, tree, others) }
  } catch (error) {
    if (claim === null || mayBeSigned || !(error instanceof ServiceError)) throw error
    const leaves = await readLeavesTo(state, newest, others)
    log.warn(
      { size: newest.size, claimed: claim.size },
      'a claim is taken back: its leaves are not there, and nobody signed it',
    )
    return { tree: newest, leaves }
  }
}

/**
 * The published leaves that the database lacks, out of files that lead from its tree to the newest one, by every other that was
 * signed: one of another root is a fork, which stopped the log.
 */
async function readLeavesTo(
  state: LogState,
  newest: Checkpoint,
  others: readonly Checkpoint[],
): Promise<{ index: number; bytes: Buffer }[]> {
  const leaves: { index: number; bytes: Buffer }[] = []
  const trees = [
    { name: 'the database', size: state.size, root: state.root },
    ...(newest.size > state.size ? [{ name: 'the newest checkpoint', ...newest }] : []),
    ...others.map((tree, index) => ({ name: `checkpoint ${index + 1}`, ...tree })),
  ]
  const onLeaf = (index: number, _: unknown, bytes: Buffer) => {
    if (index >= state.size) leaves.push({ index, bytes: Buffer.from(bytes) })
  }
  const { faults } = await walkLog(await logStore(), { origin: state.origin, trees, onLeaf })
  const [fault] = faults
  if (!fault) return leaves
  const sentence =
    `The files of the log do not lead from the database’s ${state.size} leaves to the newest ${newest.size} ` +
    `(${fault.where}: ${fault.sentence}). Put the whole log in place, such as the copy that certs log monitor keeps.`
  throw new ServiceError('unavailable', sentence)
}
