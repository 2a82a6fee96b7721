import fc from 'fast-check'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashWithPrefixes } from '@/test/documents/hash-with-prefixes'
import { PrefixHasher } from './prefix-hashes'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const hashed = (text: string) => {
  const hasher = new PrefixHasher()
  hasher.update(Buffer.from(text))
  return hasher.finish()
}
const endsOf = (text: string) => hashed(text).prefixes.map(({ end }) => text.slice(0, end))

/** The definition, without streaming. */
function expectedEnds(text: string): number[] {
  const ends = [...text.matchAll(/%%EOF/g)].slice(0, 16).flatMap(({ index }) => {
    const end = index + 5
    if (text[end] === '\n') return [end, end + 1]
    if (text[end] !== '\r') return [end]
    return text[end + 1] === '\n' ? [end, end + 1, end + 2] : [end, end + 1]
  })
  return ends.filter((end) => end < text.length)
}

describe('hashes of a file and of where it may have ended', () => {
  it('hold the whole and its size', () => {
    expect(hashed('')).toEqual({ sha256: sha256(Buffer.alloc(0)), size: 0, prefixes: [] })
    expect(hashed('abc')).toEqual({
      sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      size: 3,
      prefixes: [],
    })
  })

  it('hold each place where an issued file may end before what was appended', () => {
    expect(endsOf('issued %%EOF12 0 obj')).toEqual(['issued %%EOF'])
    expect(endsOf('issued %%EOF\n12 0 obj')).toEqual(['issued %%EOF', 'issued %%EOF\n'])
    expect(endsOf('issued %%EOF\r12 0 obj')).toEqual(['issued %%EOF', 'issued %%EOF\r'])
    expect(endsOf('issued %%EOF\r\n12 0 obj')).toEqual(['issued %%EOF', 'issued %%EOF\r', 'issued %%EOF\r\n'])
  })

  it('do not hold the whole once more', () => {
    expect(endsOf('issued %%EOF')).toEqual([])
    expect(endsOf('issued %%EOF\r\n')).toEqual(['issued %%EOF', 'issued %%EOF\r'])
  })

  it('stop at the sixteenth marker', () => {
    expect(hashed('%%EOF '.repeat(100)).prefixes.map(({ end }) => end)).toEqual(
      Array.from({ length: 16 }, (_, i) => 6 * i + 5),
    )
  })

  it('are the same wherever the stream is cut', () => {
    const piece = fc.constantFrom('%%EOF', '%%EO', '%', 'F', '\r', '\n', '\r\n', 'x', 'obj')
    const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(text, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 60 }), (file, sizes) => {
        const bytes = Buffer.from(file)
        const hasher = new PrefixHasher()
        for (let at = 0, i = 0; at < bytes.length; i++) {
          const size = sizes[i % sizes.length] ?? 1
          hasher.update(bytes.subarray(at, at + size))
          at += size
        }
        const { prefixes, ...whole } = hasher.finish()
        expect(whole).toEqual({ sha256: sha256(bytes), size: bytes.length })
        expect(prefixes).toEqual(expectedEnds(file).map((end) => ({ sha256: sha256(bytes.subarray(0, end)), end })))
      }),
      { numRuns: 500 },
    )
  })
})

describe('a file on the disk', () => {
  let folder: string
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'prefix-hashes-'))))
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('is hashed by its path', async () => {
    const path = join(folder, 'file')
    const bytes = Buffer.alloc(200_000, 'x%%EOF\n')
    await writeFile(path, bytes)
    const { sha256: whole, size, prefixes } = await hashWithPrefixes(path)
    expect([whole, size, prefixes.length]).toEqual([sha256(bytes), 200_000, 32])
    await expect(hashWithPrefixes(join(folder, 'missing'))).rejects.toThrow(/ENOENT/)
  })
})
