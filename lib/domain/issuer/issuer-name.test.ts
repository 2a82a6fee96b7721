import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameSkeleton } from './issuer-name'

describe('nameSkeleton', () => {
  it.each([
    ['case', 'ACME', 'Acme'],
    ['case of an I', 'ILLINOIS TECH', 'Illinois Tech'],
    ['white space', ' Acme \u00a0 Academy ', 'Acme Academy'],
    ['normalisation', 'Jose\u0301', 'José'],
    ['Cyrillic capitals', '\u0410\u0421\u041c\u0415', 'ACME'],
    ['Cyrillic small letters', '\u0440\u0430\u0443\u0440\u0430l', 'paypal'],
    ['one Cyrillic letter', 'Northsh\u043ere', 'Northshore'],
    ['one Greek letter', 'No\u03bda', 'Nova'],
    ['Greek capitals', '\u0391\u0392\u0392', 'ABB'],
    ['a capital I for l', 'PayPaI', 'PayPal'],
    ['a digit for l', 'PayPa1', 'PayPal'],
    ['a zero for O', 'N0RTH', 'NORTH'],
    ['rn for m', 'Modern', 'Modem'],
    ['full width', '\uff21\uff43\uff4d\uff45', 'Acme'],
    ['mathematical letters', '𝒜𝒸𝓂𝑒', 'Acme'],
    ['Cherokee', '\u13aa\u13df', 'AC'],
    ['what cannot be seen', 'Ac\u200bme', 'Acme'],
    ['case in Cyrillic', 'МОСКВА', 'Москва'],
    ['case in Greek', 'ΑΘΗΝΑ', 'Αθηνα'],
    ['case in Turkish', 'ŞTEFAN', 'ştefan'],
    ['case in Hausa', 'ƊANGOTE', 'ɗangote'],
    ['case in Icelandic', 'ÐÓRA', 'ðóra'],
  ])('is blind to %s', (_, one, other) => {
    expect(nameSkeleton(one)).toBe(nameSkeleton(other))
  })

  it.each([
    ['Acme', 'Acne'],
    ['José', 'Jose'],
    ['North Shore', 'Northshore'],
    ['東京', '京都'],
    ['Nova', 'Nona'],
    ['Acme', 'Acme 2'],
  ])('tells %s from %s', (one, other) => {
    expect(nameSkeleton(one)).not.toBe(nameSkeleton(other))
  })

  it('is the same for every letter and its other case', () => {
    const differing: string[] = []
    for (let code = 0x41; code < 0x1e944; code++) {
      const upper = String.fromCodePoint(code)
      const lower = upper.toLowerCase()
      if (!/\p{Lu}/u.test(upper) || lower.toUpperCase() !== upper) continue
      if (nameSkeleton(upper) !== nameSkeleton(lower)) differing.push(upper)
    }
    expect(differing).toEqual([])
  })

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (name) => void nameSkeleton(name)))
  })
})
