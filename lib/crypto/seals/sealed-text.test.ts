import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openText, sealText } from './sealed-text'

const key = randomBytes(32)
const binding = { purpose: 'test/v1', row: 'a' }

describe('a sealed text', () => {
  it('opens to what was sealed, and never looks the same twice', () => {
    const text = 'ana@example.org – مرحبا'
    const sealed = sealText(text, key, binding)
    expect(openText(sealed, key, binding)).toBe(text)
    expect(sealText(text, key, binding)).not.toBe(sealed)
    expect(openText(sealText('', key, binding), key, binding)).toBe('')
  })

  it('opens under no other key, for no other row and no other purpose', () => {
    const sealed = sealText('secret', key, binding)
    expect(openText(sealed, randomBytes(32), binding)).toBeNull()
    expect(openText(sealed, key, { ...binding, row: 'b' })).toBeNull()
    expect(openText(sealed, key, { ...binding, purpose: 'test/v2' })).toBeNull()
  })

  it('does not open once anything of it is changed', () => {
    const sealed = sealText('secret', key, binding)
    const flipped = Array.from(sealed, (character, at) => {
      return sealed.slice(0, at) + (character === 'A' ? 'B' : 'A') + sealed.slice(at + 1)
    })
    const changed = [...flipped, `v2${sealed.slice(2)}`, `${sealed}.x`, 'v1..', '']
    for (const text of changed) expect(openText(text, key, binding), text).toBeNull()
  })

  it('is refused with a key of another length', () => {
    expect(() => sealText('x', Buffer.alloc(16), binding)).toThrow(TypeError)
    expect(() => openText('x', Buffer.alloc(16), binding)).toThrow(TypeError)
  })
})
