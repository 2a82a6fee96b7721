import { describe, expect, it } from 'vitest'
import { NAMES } from '@/test/documents/certificate-fixture'
import { findUndrawableCharacter, undrawableSentence } from './undrawable-character'

describe('findUndrawableCharacter', () => {
  it.each(NAMES)('lets pass what can be drawn: %s', (_, name) => {
    expect(findUndrawableCharacter(name)).toBeNull()
  })

  it.each([
    ['an emoji after a character of the second plane', '𠮷😀', '😀', 'U+1F600', 2],
    ['cuneiform', 'a 𒀀', '𒀀', 'U+12000', 3],
    ['a rare character of the second plane', '陳𠝹', '𠝹', 'U+20779', 2],
  ])('names %s', (_, text, character, code, position) => {
    expect(findUndrawableCharacter(text)).toEqual({ character, code, position })
  })

  it('passes over what is not drawn itself, and letters that are composed out of their parts', () => {
    expect(findUndrawableCharacter('葛\u{E0100} ශ්‍රී گل‌محمدی')).toBeNull()
    expect(findUndrawableCharacter('ḗ\u0301')).toBeNull()
  })
})

describe('undrawableSentence', () => {
  it('says where, which, and why', () => {
    const found = { character: '😀', code: 'U+1F600', position: 5 }
    expect(undrawableSentence('full_name', found)).toBe(
      `full_name holds "😀" (U+1F600) at position 5, which none of the certificate's fonts can draw`,
    )
  })
})
