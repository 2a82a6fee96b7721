import fc from 'fast-check'
import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { apiKeyHash, generateApiKey, lastFour, parseApiKey } from './api-key'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const key = generateApiKey('svc', (size) => new Uint8Array(size).fill(7))

describe('generateApiKey', () => {
  it('has the prefix and 40 base62 characters', () => {
    expect(generateApiKey('svc', randomBytes)).toMatch(/^svc_[0-9A-Za-z]{40}$/)
    expect(generateApiKey('my_svc', randomBytes)).toMatch(/^my_svc_[0-9A-Za-z]{40}$/)
  })

  it('makes a known key of known bytes', () => {
    // CRC-32 of the first 38 characters, computed with Python's zlib.crc32, in base62.
    expect(key).toBe('svc_777777777777777777777777777777777732T3ea')
  })

  it('throws bytes of 248 and more away', () => {
    let asked = 0
    const source = (size: number) => new Uint8Array(size).fill(asked++ === 0 ? 255 : 61)
    expect(generateApiKey('svc', source).slice(4, 38)).toBe('z'.repeat(34))
    expect(asked).toBe(2)
  })

  it('uses every character equally often', () => {
    const every = Uint8Array.from({ length: 256 }, (_, i) => i)
    const seen = new Map<string, number>()
    for (let start = 0; start < 248; start += 31) {
      const bytes = every.subarray(start, start + 31)
      const secret = generateApiKey('svc', () => bytes).slice(4, 35)
      for (const character of secret) seen.set(character, (seen.get(character) ?? 0) + 1)
    }
    expect([...seen.keys()].sort().join('')).toBe([...BASE62].sort().join(''))
    expect(new Set(seen.values())).toEqual(new Set([4]))
  })
})

describe('parseApiKey', () => {
  it('returns a key that was made', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('svc', 'a', 'my_svc'),
        fc.uint8Array({ minLength: 80, maxLength: 80 }),
        (p, bytes) => {
          fc.pre(bytes.filter((byte) => byte < 248).length >= 34)
          const made = generateApiKey(p, () => bytes)
          expect(parseApiKey(made, p)).toBe(made)
        },
      ),
    )
  })

  it('catches every single substitution', () => {
    for (let i = 4; i < key.length; i++) {
      for (const other of BASE62) {
        if (other !== key[i]) expect(parseApiKey(key.slice(0, i) + other + key.slice(i + 1), 'svc')).toBeNull()
      }
    }
  })

  it.each(['', 'svc_', key.slice(1), `${key}0`, key.slice(0, -1), ` ${key}`, `${key}\n`, key.replace('svc', 'SVC')])(
    'refuses %j',
    (text) => {
      expect(parseApiKey(text, 'svc')).toBeNull()
    },
  )

  it('refuses a key of another prefix', () => {
    expect(parseApiKey(key, 'abc')).toBeNull()
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(parseApiKey(text, 'svc')).toBeNull()
      }),
    )
  })
})

describe('what is kept of a key', () => {
  it('is its SHA-256 and its last four characters', () => {
    expect(apiKeyHash(key)).toBe(createHash('sha256').update(key).digest('hex'))
    expect(lastFour(key)).toBe(key.slice(-4))
  })
})
