import { verifySignature } from '@/lib/crypto/signature/public-key'
import type { Signer } from '@/lib/crypto/signature/signer'
import { LogFormatError } from './log-format-error'
import type { NoteKey } from './note-key'
import type { NoteSignature, SignedNote } from './signed-note'

const TIME_BYTES = 8

/** A signature that holds. */
interface CheckedSignature {
  key: NoteKey
  /** When a witness signed, in seconds since 1970; a log's signature has no time. */
  time: number | null
}

/**
 * Signs a note as a log does.
 * @param signer of the key's private half
 * @param text with its last newline
 */
export async function signNote(key: NoteKey, signer: Signer, text: string): Promise<NoteSignature> {
  return { name: key.name, keyId: key.id, bytes: await signer.sign(Buffer.from(text)) }
}

/**
 * Cosigns a checkpoint as a witness does (C2SP tlog-cosignature, `cosignature/v1`).
 * @param time seconds since 1970
 */
export async function cosignNote(key: NoteKey, signer: Signer, text: string, time: number): Promise<NoteSignature> {
  const stamp = Buffer.alloc(TIME_BYTES)
  stamp.writeBigUInt64BE(BigInt(time))
  const signature = await signer.sign(cosignedBytes(text, time))
  return { name: key.name, keyId: key.id, bytes: Buffer.concat([stamp, signature]) }
}

/**
 * Checks the signatures of the keys that are known, and passes over those of others.
 * @returns one for each key that signed, however often it did
 * @throws LogFormatError when a signature of a known key does not hold: the note was changed, or its key is not ours
 */
export function checkNoteSignatures(note: SignedNote, keys: readonly NoteKey[]): CheckedSignature[] {
  const checked = new Map<NoteKey, CheckedSignature>()
  for (const signature of note.signatures) {
    const key = keys.find(({ name, id }) => name === signature.name && id === signature.keyId)
    if (!key) continue
    const time = signatureTime(key, note.text, signature.bytes)
    if (time === 'bad') throw new LogFormatError(`The signature of ${key.name} does not hold.`)
    if (!checked.has(key)) checked.set(key, { key, time })
  }
  return [...checked.values()]
}

/** How far ahead of ours a witness's clock may be, in seconds. */
const AHEAD = 300

/**
 * Whether a cosignature is of the future, and so counts for nothing: a time in milliseconds, say, is beyond every date.
 * @param time and `now` in seconds since 1970
 */
export function isOfTheFuture(time: number, now: number): boolean {
  return time > now + AHEAD
}

function signatureTime(key: NoteKey, text: string, bytes: Buffer): number | null | 'bad' {
  if (key.purpose === 'log') return verifySignature(key.publicKey, 'EdDSA', Buffer.from(text), bytes) ? null : 'bad'
  if (bytes.length <= TIME_BYTES) return 'bad'
  const time = Number(bytes.readBigUInt64BE())
  if (!Number.isSafeInteger(time)) return 'bad'
  const signature = bytes.subarray(TIME_BYTES)
  return verifySignature(key.publicKey, 'EdDSA', cosignedBytes(text, time), signature) ? time : 'bad'
}

function cosignedBytes(text: string, time: number): Buffer {
  return Buffer.from(`cosignature/v1\ntime ${time}\n${text}`)
}
