import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { decryptText, encryptText } from './encrypted-text'

const key = randomBytes(32)
const binding = { purpose: 'test/v1', row: 'a' }

describe('an encrypted text', () => {
  it('opens to what was encrypted, and never looks the same twice', () => {
    const text = 'ana@example.org – مرحبا'
    const encrypted = encryptText(text, key, binding)
    expect(decryptText(encrypted, key, binding)).toBe(text)
    expect(encryptText(text, key, binding)).not.toBe(encrypted)
    expect(decryptText(encryptText('', key, binding), key, binding)).toBe('')
  })

  it('opens under no other key, for no other row and no other purpose', () => {
    const encrypted = encryptText('secret', key, binding)
    expect(decryptText(encrypted, randomBytes(32), binding)).toBeNull()
    expect(decryptText(encrypted, key, { ...binding, row: 'b' })).toBeNull()
    expect(decryptText(encrypted, key, { ...binding, purpose: 'test/v2' })).toBeNull()
  })

  it('does not open once anything of it is changed', () => {
    const encrypted = encryptText('secret', key, binding)
    const flipped = Array.from(encrypted, (character, at) => {
      return encrypted.slice(0, at) + (character === 'A' ? 'B' : 'A') + encrypted.slice(at + 1)
    })
    const changed = [...flipped, `v2${encrypted.slice(2)}`, `${encrypted}.x`, 'v1..', '']
    for (const text of changed) expect(decryptText(text, key, binding), text).toBeNull()
  })

  it('is refused with a key of another length', () => {
    expect(() => encryptText('x', Buffer.alloc(16), binding)).toThrow(TypeError)
    expect(() => decryptText('x', Buffer.alloc(16), binding)).toThrow(TypeError)
  })
})
