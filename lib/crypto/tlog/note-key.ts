import { createPublicKey, type KeyObject } from 'node:crypto'
import { decodeBase64 } from '@/lib/crypto/encoding/base64'
import { encodeBase64url } from '@/lib/crypto/encoding/base64url'
import { sha256 } from '@/lib/crypto/encoding/sha256'
import { decodePublicKey } from '@/lib/crypto/vrf/edwards-point'
import { LogFormatError } from './log-format-error'

/** What a key signs, by its type byte: texts as they are, or checkpoints with a time (C2SP signed-note, tlog-cosignature). */
export type NoteKeyPurpose = 'log' | 'witness'
const TYPE_BYTES: Record<NoteKeyPurpose, number> = { log: 0x01, witness: 0x04 }

/** An Ed25519 key that signs notes. Its name and id together tell which of several keys a signature is of. */
export interface NoteKey {
  name: string
  purpose: NoteKeyPurpose
  /** uint32: no strong hash, only a hint at the key. */
  id: number
  /** The raw 32 bytes. */
  publicBytes: Buffer
  publicKey: KeyObject
}

/** Whether a text can be the name of a key (C2SP signed-note): not empty, no space of any kind, no plus, nothing unseen. */
export function isKeyName(name: string): boolean {
  return name !== '' && name.length <= 255 && name.isWellFormed() && !/[\p{White_Space}\p{Cc}+]/u.test(name)
}

/**
 * @param publicBytes the raw 32 bytes of an Ed25519 key
 * @throws LogFormatError for a name that is none, and for bytes that are no key, such as a point of small order
 */
export function makeNoteKey(name: string, purpose: NoteKeyPurpose, publicBytes: Buffer): NoteKey {
  if (!isKeyName(name)) throw new LogFormatError('The name of the key is not one that a key can have.')
  if (decodePublicKey(publicBytes) === null) throw new LogFormatError('The key is not a sound Ed25519 key.')
  const typed = Buffer.concat([Buffer.from([TYPE_BYTES[purpose]]), publicBytes])
  const id = sha256(Buffer.concat([Buffer.from(`${name}\n`), typed])).readUInt32BE()
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: encodeBase64url(publicBytes) }
  return { name, purpose, id, publicBytes, publicKey: createPublicKey({ key: jwk, format: 'jwk' }) }
}

/** A key as text, which verifiers are given: `<name>+<id>+<type and key>` (C2SP signed-note, "vkey"). */
export function formatVkey({ name, purpose, id, publicBytes }: NoteKey): string {
  const typed = Buffer.concat([Buffer.from([TYPE_BYTES[purpose]]), publicBytes])
  return `${name}+${id.toString(16).padStart(8, '0')}+${typed.toString('base64')}`
}

/**
 * The inverse of `formatVkey`.
 * @throws LogFormatError; also for the other types of signatures that notes may have, which nobody here can check
 */
export function parseVkey(text: string): NoteKey {
  const parts = /^([^+]{1,255})\+([0-9a-f]{8})\+([A-Za-z0-9+/=]{4,64})$/.exec(text)
  const [, name = '', id = '', data = ''] = parts ?? []
  const typed = decodeBase64(data)
  if (!parts || !typed) throw new LogFormatError('The key is not written as a vkey.')
  const purpose = (['log', 'witness'] as const).find((one) => TYPE_BYTES[one] === typed[0])
  if (!purpose || typed.length !== 33) {
    throw new LogFormatError('The key is of another type than Ed25519 for logs (1) or for witnesses (4).')
  }
  const key = makeNoteKey(name, purpose, typed.subarray(1))
  if (formatVkey(key) !== text) throw new LogFormatError(`The key is not the one with the id ${id}.`)
  return key
}
