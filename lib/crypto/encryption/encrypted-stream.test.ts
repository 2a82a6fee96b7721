import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { decryptStream, encryptStream, StreamDamaged } from './encrypted-stream'

const KEY = randomBytes(32)
const BINDING = { purpose: 'test/v1', place: 'one' }
const CHUNK = 64 * 1024 + 16

async function collect(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of source) parts.push(part)
  return Buffer.concat(parts)
}

async function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const encrypt = (bytes: Buffer, piece = 1000) => collect(encryptStream(inPieces(bytes, piece), KEY, BINDING))
const decrypt = (bytes: Buffer, key = KEY, binding = BINDING) =>
  collect(decryptStream(inPieces(bytes, 777), key, binding))

describe('an encrypted stream', () => {
  it.each([0, 1, 65_535, 65_536, 65_537, 131_072, 200_000])('gives %i bytes back', async (length) => {
    const bytes = randomBytes(length)
    expect((await decrypt(await encrypt(bytes))).equals(bytes)).toBe(true)
    expect((await encrypt(bytes, 1)).equals(await encrypt(bytes, 99_999))).toBe(true)
  })

  const bytes = randomBytes(3 * 65_536)
  const flipped = (at: number) => async () => {
    const encrypted = await encrypt(bytes)
    encrypted.writeUInt8(encrypted.readUInt8(at) ^ 1, at)
    return encrypted
  }
  it.each<[string, () => Promise<Buffer>]>([
    ['a changed bit', flipped(CHUNK + 5)],
    ['a changed tag', flipped(CHUNK - 1)],
    ['an end cut off at a chunk', async () => (await encrypt(bytes)).subarray(0, 2 * CHUNK)],
    ['an end cut off in a chunk', async () => (await encrypt(bytes)).subarray(0, 2 * CHUNK + 50)],
    ['nothing', async () => Buffer.alloc(0)],
    ['a byte more', async () => Buffer.concat([await encrypt(bytes), Buffer.alloc(1)])],
    ['a chunk left out', async () => (await encrypt(bytes)).subarray(CHUNK)],
    [
      'two chunks swapped',
      async () => {
        const all = await encrypt(bytes)
        return Buffer.concat([all.subarray(CHUNK, 2 * CHUNK), all.subarray(0, CHUNK), all.subarray(2 * CHUNK)])
      },
    ],
  ])('refuses %s', async (_, damaged) => {
    await expect(decrypt(await damaged())).rejects.toThrow(StreamDamaged)
  })

  it('refuses another key, purpose and place', async () => {
    const encrypted = await encrypt(bytes)
    await expect(decrypt(encrypted, randomBytes(32))).rejects.toThrow(StreamDamaged)
    await expect(decrypt(encrypted, KEY, { ...BINDING, purpose: 'test/v2' })).rejects.toThrow(StreamDamaged)
    await expect(decrypt(encrypted, KEY, { ...BINDING, place: 'two' })).rejects.toThrow(StreamDamaged)
  })
})
