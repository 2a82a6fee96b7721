import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NAMES } from '@/test/documents/certificate-fixture'
import { textParts } from './text-parts'

const spelledOf = (text: string) => textParts(text).flatMap((part) => (part.spelled ? [part.text] : []))

describe('textParts', () => {
  it.each([
    ['Ana-Lucía Müller', []],
    ['欧阳明', []],
    ['Sarah שרה כהן', ['שרה', 'כהן']],
    ['(שרה-Ann) 3', ['שרה']],
    ['گل\u200cمحمدی', ['گل\u200cمحمدی']],
    ['x\u0323 y', ['x\u0323']],
    ['ABCعرب', ['عرب']],
    ['श्रीकृष्ण 3', ['श्रीकृष्ण']],
  ])('spells what is not drawn letter by letter: %s', (text, spelled) => {
    expect(spelledOf(text)).toEqual(spelled)
  })

  it('keeps track of all of a text, or of nothing', () => {
    for (const [, name] of NAMES) {
      const parts = textParts(name)
      expect(new Set(parts.map(({ index }) => index)).size).toBe(1)
    }
  })

  it('never loses or moves a letter', () => {
    const letters = fc.constantFrom(...'aé1 -שׁמّ\u200cकৰក์ກ欧𠮷'.split(/(?:)/u))
    fc.assert(
      fc.property(fc.array(letters), (all) => {
        const text = all.join('')
        expect(
          textParts(text)
            .map((part) => part.text)
            .join(''),
        ).toBe(text)
      }),
    )
  })

  it('says which parts touch: words of a script without spaces', () => {
    const [first, second] = textParts('ศิริปัญญ์')
    expect([first?.joinsNext, second?.joinsNext]).toEqual([true, false])
  })
})
