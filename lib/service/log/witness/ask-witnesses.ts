import { parseCheckpoint } from '@/lib/crypto/tlog/checkpoint'
import { checkConsistencyProof, makeConsistencyProof, type TreeHead } from '@/lib/crypto/tlog/consistency-proof'
import { parseDecimal } from '@/lib/crypto/tlog/decimal'
import { LogFormatError } from '@/lib/crypto/tlog/log-format-error'
import type { NoteKey } from '@/lib/crypto/tlog/note-key'
import { checkNoteSignatures, isOfTheFuture } from '@/lib/crypto/tlog/note-signature'
import { type NoteSignature, parseNote, parseSignatureLine } from '@/lib/crypto/tlog/signed-note'
import { rangeHash, type SubtreeHashes } from '@/lib/crypto/tlog/subtree-hashes'
import { tilePath } from '@/lib/crypto/tlog/tile'
import { tileHashes } from '@/lib/crypto/tlog/tile-hashes'
import { EMPTY_ROOT } from '@/lib/crypto/tlog/tree-hash'
import { isQuorum, type PolicyWitness, type TrustPolicy } from '@/lib/crypto/tlog/trust-policy'
import { formatWitnessRequest } from '@/lib/crypto/tlog/witness-request'
import type { LogReader } from '@/lib/domain/log/log-reader'
import { log } from '@/lib/log'
import { askWitness, askWitnessed } from '@/lib/net/ask-witness'
import { EARLIER, LATER, OTHER } from '@/lib/store/log/contradicted-log'
import { CHECKPOINT, MOST_NOTE_BYTES } from '@/lib/store/log/publish/refuse-later'
import type { WitnessedText } from '@/lib/store/log/sequence/sequencer'
import { originHash } from '@/lib/store/log/witness/witnessed-trees'

const MOST_TILE_BYTES = 256 * 32
const CONFLICT = 409
/** The tree does not begin with the one that the witness confirmed. */
const UNPROVED = 422
/** Two more than it should take: the size that a witness has may change between two requests. */
const TRIES = 3

/** The log whose checkpoint is to be confirmed. */
interface AskedLog {
  /** The signed note. */
  checkpoint: string
  keys: readonly NoteKey[]
  files: LogReader
}

/** What each witness confirmed last, as far as this process knows: asked with another size, it says which. */
export type ConfirmedSizes = Map<string, number>

/**
 * Asks the witnesses of a policy to confirm a checkpoint, all at once, five seconds each (spec part 18, section 3, step 6).
 * One that is down, or answers nonsense, confirms nothing, and is noted in the log of the process.
 */
export async function askWitnesses(
  asked: AskedLog,
  policy: TrustPolicy,
  sizes: ConfirmedSizes,
): Promise<WitnessedText> {
  const { text } = parseNote(Buffer.from(asked.checkpoint))
  const confirmed = new Set<PolicyWitness>()
  const cosignatures: NoteSignature[] = []
  let contradiction: string | null = null
  const askOne = async (witness: PolicyWitness) => {
    try {
      cosignatures.push(await askUntilConfirmed(asked, text, witness, sizes))
      confirmed.add(witness)
    } catch (error) {
      if (error instanceof Contradiction) contradiction = error.message
      log.warn({ err: error, witness: witness.key.name }, 'a witness did not confirm the public log')
    }
  }
  await Promise.all(policy.witnesses.filter(({ url }) => url !== null).map(askOne))
  // Without a quorum in the policy each confirmation is worth publishing.
  const isEnough = policy.quorum === null ? confirmed.size > 0 : isQuorum(policy.quorum, confirmed)
  return { text, cosignatures, isQuorum: isEnough, contradiction }
}

/** A checkpoint under a key of this log that is later than ours, or another of its size. */
class Contradiction extends Error {}

async function askUntilConfirmed(
  asked: AskedLog,
  text: string,
  witness: PolicyWitness,
  sizes: ConfirmedSizes,
): Promise<NoteSignature> {
  const head = parseCheckpoint(text)
  const { name, url } = witness
  let answer = { status: 0, text: '' }
  for (let tried = 0; tried < TRIES; tried++) {
    const oldSize = Math.min(sizes.get(name) ?? 0, head.size)
    const proof = await prove(asked.files, oldSize, head)
    answer = await askWitness(url ?? '', formatWitnessRequest({ oldSize, proof, checkpoint: asked.checkpoint }))
    if (answer.status !== CONFLICT) break
    const told = parseDecimal(answer.text.trim())
    if (told === null || told > head.size || told === oldSize) await refuteBy(asked, head, url ?? '')
    if (told === null || told > head.size) throw new Error(`it says that it confirmed ${told ?? 'another'} leaves`)
    sizes.set(name, told)
  }
  if (answer.status === UNPROVED) await refuteBy(asked, head, url ?? '')
  if (answer.status !== 200) throw new Error(`it answered with status ${answer.status}`)
  const signature = cosignatureIn(answer.text, text, witness)
  sizes.set(name, head.size)
  return signature
}

/** The word of a witness alone stops nothing: only what a key of this log signed. */
async function refuteBy({ keys, files }: AskedLog, head: TreeHead & { origin: string }, url: string): Promise<void> {
  const { status, text } = await askWitnessed(url, originHash(head.origin))
  if (status !== 200) return
  const note = parseNote(Buffer.from(text))
  const shown = parseCheckpoint(note.text)
  if (shown.origin !== head.origin || checkNoteSignatures(note, keys).length === 0) return
  if (shown.size > head.size) {
    // Whoever took over from this process may have published it meanwhile.
    const newest = await files.read(CHECKPOINT, MOST_NOTE_BYTES)
    const published = newest === null ? 0 : parseCheckpoint(parseNote(newest).text).size
    if (published >= shown.size) throw new Error('it has confirmed a newer tree meanwhile')
    throw new Contradiction(LATER)
  }
  const own = await ownTree(files, shown.size, head)
  if (!own.equals(shown.root)) throw new Contradiction(shown.size === head.size ? OTHER : EARLIER)
}

/**
 * The root that this log had with so many leaves.
 * @throws Error where its files are not those of its newest tree: they say nothing of an older one, either
 */
async function ownTree(files: LogReader, size: number, head: TreeHead): Promise<Buffer> {
  const root = size === 0 ? EMPTY_ROOT : await rangeHash(hashesOf(files, head), 0, size)
  const leads = checkConsistencyProof(await prove(files, size, head), { size, root }, head)
  if (!leads) throw new Error('the files of the log are not those of its tree')
  return root
}

const prove = (files: LogReader, oldSize: number, head: TreeHead): Promise<Buffer[]> =>
  makeConsistencyProof(hashesOf(files, head), oldSize, head.size)

function hashesOf(files: LogReader, head: TreeHead): SubtreeHashes {
  return tileHashes(head.size, async (tile) => {
    const bytes = await files.read(tilePath(tile), MOST_TILE_BYTES)
    if (!bytes) throw new Error(`the log lacks ${tilePath(tile)}`)
    return bytes
  })
}

/** @throws LogFormatError where none of the lines is a signature of this witness that holds, or it is of the future */
function cosignatureIn(lines: string, text: string, { key }: PolicyWitness): NoteSignature {
  const signatures = lines.trimEnd().split('\n').map(parseSignatureLine)
  const own = signatures.filter(({ name, keyId }) => name === key.name && keyId === key.id)
  const [signature] = own
  const [checked] = checkNoteSignatures({ text, signatures: own }, [key])
  if (!signature || !checked) throw new LogFormatError('It answered without a signature of its own.')
  if (checked.time === null || isOfTheFuture(checked.time, Math.floor(Date.now() / 1000)))
    throw new LogFormatError('It signed with a time that is to come.')
  return signature
}
