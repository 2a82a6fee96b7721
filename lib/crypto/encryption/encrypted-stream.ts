import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import { type KeySource, keyFor } from '@/lib/crypto/seals/key-source'

/** The bytes that are encrypted at a time. */
const CHUNK = 64 * 1024
const TAG_BYTES = 16

/** The use of an encrypted stream: its purpose and its place, such as a backup’s id and the name of one of its files. */
interface StreamBinding {
  /** A label with a version. */
  purpose: string
  /** Never used for two streams: chunks are numbered, not random. */
  place: string
}

/** A stream that is damaged, cut off, of another place, or made under another key. */
export class StreamDamaged extends Error {
  override name = 'StreamDamaged'
}

/**
 * Encrypts a stream in chunks of 64 KiB under AES-256-GCM (the STREAM construction: the nonce is the number of the chunk
 * and whether it is the last, so that none can be moved, left out or cut off).
 * @param keyEncryptionKey 32 bytes; the key is derived from it and the binding
 * @throws TypeError when the key encryption key is not 32 bytes
 */
export async function* encryptStream(
  source: AsyncIterable<Uint8Array>,
  keyEncryptionKey: KeySource,
  binding: StreamBinding,
): AsyncGenerator<Buffer> {
  const key = keyOf(keyEncryptionKey, binding)
  let number = 0
  for await (const { chunk, isLast } of cut(source, CHUNK)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonce(number++, isLast))
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
  }
}

/**
 * Decrypts what `encryptStream` made. What was yielded is genuine; that all of it came is known at its end.
 * @throws StreamDamaged
 */
export async function* decryptStream(
  source: AsyncIterable<Uint8Array>,
  keyEncryptionKey: KeySource,
  binding: StreamBinding,
): AsyncGenerator<Buffer> {
  const key = keyOf(keyEncryptionKey, binding)
  let number = 0
  for await (const { chunk, isLast } of cut(source, CHUNK + TAG_BYTES)) {
    if (chunk.length < TAG_BYTES) throw new StreamDamaged()
    const decipher = createDecipheriv('aes-256-gcm', key, nonce(number++, isLast), { authTagLength: TAG_BYTES })
    decipher.setAuthTag(chunk.subarray(-TAG_BYTES))
    const plain = decipher.update(chunk.subarray(0, -TAG_BYTES))
    try {
      decipher.final()
    } catch {
      throw new StreamDamaged()
    }
    yield plain
  }
}

function keyOf(keyEncryptionKey: KeySource, { purpose, place }: StreamBinding): Buffer {
  return Buffer.from(hkdfSync('sha256', keyFor(keyEncryptionKey, purpose), Buffer.alloc(0), place, 32))
}

function nonce(number: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12)
  bytes.writeUIntBE(number, 5, 6)
  bytes[11] = isLast ? 1 : 0
  return bytes
}

/** Pieces of this size, the last one shorter; one empty piece of an empty source. */
async function* cut(source: AsyncIterable<Uint8Array>, size: number) {
  let held: Uint8Array[] = []
  let length = 0
  for await (const part of source) {
    held.push(part)
    length += part.length
    if (length <= size) continue
    const all = Buffer.concat(held)
    let at = 0
    // The last piece is only known once nothing follows.
    for (; length - at > size; at += size) yield { chunk: all.subarray(at, at + size), isLast: false }
    held = [all.subarray(at)]
    length -= at
  }
  yield { chunk: Buffer.concat(held), isLast: true }
}
