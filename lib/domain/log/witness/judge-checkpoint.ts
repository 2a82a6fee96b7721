import { parseCheckpoint } from '@/lib/crypto/tlog/checkpoint'
import { checkConsistencyProof, type TreeHead } from '@/lib/crypto/tlog/consistency-proof'
import { LogFormatError } from '@/lib/crypto/tlog/log-format-error'
import type { NoteKey } from '@/lib/crypto/tlog/note-key'
import { checkNoteSignatures } from '@/lib/crypto/tlog/note-signature'
import { parseNote, type SignedNote } from '@/lib/crypto/tlog/signed-note'
import { EMPTY_ROOT } from '@/lib/crypto/tlog/tree-hash'
import { parseWitnessRequest, type WitnessRequest } from '@/lib/crypto/tlog/witness-request'

/** A request that a log which this witness knows really signed. */
export interface SignedRequest {
  request: WitnessRequest
  origin: string
  head: TreeHead
  /** With the signatures of known keys alone. */
  note: SignedNote
}

/** The characters that the text of a checkpoint may have, so that there is room for signatures where it is kept. */
const LONGEST_TEXT = 16 * 1024

/** Why a witness does not confirm a checkpoint, with the status that C2SP tlog-witness gives it. */
export type WitnessRefusal =
  | { status: 400 | 403 | 404 | 422; sentence: string }
  /** The size that this witness has confirmed. */
  | { status: 409; size: number }

/**
 * Reads a request and checks that a known log signed its checkpoint, before anything is looked up.
 * @param logs the keys of the logs that this witness confirms
 */
export function readWitnessRequest(bytes: Uint8Array, logs: readonly NoteKey[]): SignedRequest | WitnessRefusal {
  try {
    const request = parseWitnessRequest(bytes)
    const sent = parseNote(Buffer.from(request.checkpoint))
    const { origin, size, root } = parseCheckpoint(sent.text, 'passed over')
    const keys = logs.filter(({ name }) => name === origin)
    if (keys.length === 0) return { status: 404, sentence: 'This witness does not know the log.' }
    if (!isSigned(sent, keys)) return { status: 403, sentence: 'No key that this witness knows signed the checkpoint.' }
    if (request.oldSize > size) return { status: 400, sentence: 'The old size is above that of the checkpoint.' }
    if (sent.text.length > LONGEST_TEXT) return { status: 400, sentence: 'The text of the checkpoint is too long.' }
    return { request, origin, head: { size, root }, note: signedBy(sent, keys) }
  } catch (error) {
    if (error instanceof LogFormatError) return { status: 400, sentence: error.message }
    throw error
  }
}

/**
 * The note with one signature of each key that is known. Whoever sends a checkpoint, which is public, can add lines to it until
 * no more would fit: kept with the witness's own line, it could never be read again, and its log would never be confirmed again.
 */
function signedBy({ text, signatures }: SignedNote, keys: readonly NoteKey[]): SignedNote {
  const known = keys.flatMap((key) => signatures.find(({ name, keyId }) => name === key.name && keyId === key.id) ?? [])
  return { text, signatures: known }
}

function isSigned(note: SignedNote, keys: readonly NoteKey[]): boolean {
  try {
    return checkNoteSignatures(note, keys).length > 0
  } catch (error) {
    if (error instanceof LogFormatError) return false
    throw error
  }
}

/**
 * Whether a tree goes on from the one that was confirmed last: the one question that a witness answers.
 * @param confirmed null where none was
 * @returns null where it does
 */
export function refuseBranch({ request, head }: SignedRequest, confirmed: TreeHead | null): WitnessRefusal | null {
  const old = confirmed ?? { size: 0, root: EMPTY_ROOT }
  const isOther = head.size === old.size && !head.root.equals(old.root)
  if (request.oldSize !== old.size || isOther) return { status: 409, size: old.size }
  if (checkConsistencyProof(request.proof, old, head)) return null
  return {
    status: 422,
    sentence: 'The proof does not lead from the tree that was confirmed to the one of the checkpoint.',
  }
}
