import { type Checkpoint, parseCheckpoint } from './checkpoint'
import { LogFormatError } from './log-format-error'
import type { NoteKey } from './note-key'
import { checkNoteSignatures, isOfTheFuture } from './note-signature'
import { parseNote, type SignedNote } from './signed-note'
import { isQuorum, type PolicyWitness, type TrustPolicy } from './trust-policy'

/** A checkpoint that one of the policy's logs signed. */
export interface VerifiedCheckpoint extends Checkpoint {
  note: SignedNote
  logKey: NoteKey
  /** Who confirmed it, and when, in seconds since 1970. */
  witnesses: { witness: PolicyWitness; time: number }[]
  /** Whether they make the policy's quorum. */
  isWitnessed: boolean
}

/**
 * Checks the signatures of a checkpoint against a policy. Whether the quorum is there is told, not required.
 * @param now seconds since 1970: a cosignature of the future counts for nothing
 * @throws LogFormatError when it is no checkpoint, when no log of the policy signed it for its own origin, or when a
 *   signature of a key of the policy does not hold
 */
export function verifyCheckpoint(bytes: Uint8Array, policy: TrustPolicy, now: number): VerifiedCheckpoint {
  const note = parseNote(bytes)
  const checkpoint = parseCheckpoint(note.text)
  const keys = [...policy.logs, ...policy.witnesses].map(({ key }) => key)
  const checked = checkNoteSignatures(note, keys)
  const byLog = checked.find(({ key }) => key.purpose === 'log' && key.name === checkpoint.origin)
  if (!byLog) throw new LogFormatError('No log of the policy signed the checkpoint.')
  const witnesses = policy.witnesses.flatMap((witness) => {
    const time = checked.find(({ key }) => key === witness.key)?.time ?? null
    return time === null || isOfTheFuture(time, now) ? [] : [{ witness, time }]
  })
  const isWitnessed = isQuorum(policy.quorum, new Set(witnesses.map(({ witness }) => witness)))
  return { ...checkpoint, note, logKey: byLog.key, witnesses, isWitnessed }
}
