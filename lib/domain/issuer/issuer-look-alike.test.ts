import fc from 'fast-check'
import { domainToASCII } from 'node:url'
import { describe, expect, it } from 'vitest'
import { findLookAlike } from './issuer-look-alike'

const other = { name: 'Acme Paypal College', domain: 'paypal-college.example', slugs: ['acme', 'paypal-college'] }
const find = (candidate: Parameters<typeof findLookAlike>[0], one: Partial<typeof other> = {}) =>
  findLookAlike(candidate, [{ name: 'x y z', domain: 'far.example', slugs: ['elsewhere'], ...one }])

describe('findLookAlike', () => {
  it.each([
    ['the same', 'Northshore College', 'Northshore College', true],
    ['case', 'NORTHSHORE COLLEGE', 'Northshore College', false],
    ['mixed scripts', 'Nоrthshоre College', 'Northshore College', false],
    ['one script whole', 'раураl', 'paypal', false],
    ['Cyrillic whole', 'расе', 'pace', false],
    ['Cyrillic capitals whole', 'РАСЕ', 'pace', false],
    ['a Cyrillic letter without a Latin capital', 'ԁata', 'data', false],
    ['what is not seen', 'Ac\u200bme\u2060 College', 'Acme College', false],
    ['a hyphen', 'North-Shore College', 'North Shore College', false],
    ['no space', 'NorthShore College', 'North Shore College', false],
    ['a full stop', 'St. Mary College', 'St Mary College', false],
    ['rn for m', 'Acrne College', 'Acme College', false],
    ['vv for w', 'Vvest College', 'West College', false],
    ['mathematical letters', '𝐀𝐜𝐦𝐞 College', 'Acme College', false],
    ['Greek letters', 'Αcmε', 'Acmε', false],
    ['Armenian letters', 'ոorth', 'north', false],
    ['an accent', 'Hárvard College', 'Harvard College', false],
    ['accents of other kinds', 'Ĥąṛvařđ', 'Harvard', false],
    ['an accent in Cyrillic', 'Московский', 'Московскии', false],
  ])('names: %s', (_, mine, theirs, same) => {
    expect(find({ name: mine }, { name: theirs })).toEqual({ kind: 'name', theirs, same })
    expect(find({ name: theirs }, { name: mine })).toMatchObject({ kind: 'name', theirs: mine })
  })

  it.each([
    ['North College', 'South College'],
    ['Universität Bonn', 'Universität Born'],
    ['東京大学', '京都大学'],
    ['Academy 12', 'Academy 13'],
    ['★★★', '☆☆☆'],
    ['कला', 'कली'],
    ['カス', 'ガス'],
    ['שָׁלוֹם', 'שלמה'],
  ])('tells the name %s from %s', (mine, theirs) => expect(find({ name: mine }, { name: theirs })).toBeNull())

  it.each([
    ['rnicrosoft.example', 'microsoft.example'],
    ['paypa1.example', 'paypal.example'],
    ['paypai.example', 'paypal.example'],
    ['аррӏе.example', 'apple.example'],
    ['gооgle.example', 'google.example'],
    ['раураl.example', 'paypal.example'],
    ['münchen.example', 'munchen.example'],
    ['vvest.example', 'west.example'],
    ['north-shore.example', 'northshore.example'],
  ])('domains: %s and %s', (mine, theirs) => {
    const encoded = domainToASCII(mine)
    expect(encoded).not.toBe('')
    expect(find({ domain: encoded }, { domain: theirs })).toEqual({ kind: 'domain', theirs, same: false })
  })

  it.each([
    ['acme.example', 'acme.test'],
    ['a.cme.example', 'ac.me.example'],
    ['north.example', 'norths.example'],
  ])('tells the domain %s from %s', (mine, theirs) => expect(find({ domain: mine }, { domain: theirs })).toBeNull())

  it.each([
    ['acrne', 'acme'],
    ['n0rth', 'north'],
    ['north-shore', 'northshore'],
    ['n-orth-shore', 'northshore'],
    ['natlonal', 'national'],
    ['nationa1', 'national'],
    ['vvest', 'west'],
    ['clarkson', 'darkson'],
  ])('slugs: %s and %s', (mine, theirs) => {
    expect(find({ slug: mine }, { slugs: ['fine', theirs] })).toEqual({ kind: 'slug', theirs, same: false })
  })

  it.each([
    ['acme', 'acne'],
    ['campus-1', 'campus-2'],
    ['north', 'norths'],
  ])('tells the slug %s from %s', (mine, theirs) => expect(find({ slug: mine }, { slugs: [theirs] })).toBeNull())

  it('compares only what is to be given', () => {
    expect(findLookAlike({ slug: 'another' }, [other])).toBeNull()
    expect(findLookAlike({}, [other])).toBeNull()
  })

  it('finds whatever is the same and can be seen, and never throws', () => {
    const isSeen = (name: string) => /[\p{L}\p{N}]/u.test(name.replace(/\p{Default_Ignorable_Code_Point}/gu, ''))
    fc.assert(
      fc.property(
        fc.oneof(fc.constantFrom('\t', '\u200b', ' a'), fc.string({ unit: 'binary', minLength: 1 })),
        (name) => {
          const found = find({ name }, { name })
          if (isSeen(name)) expect(found).toMatchObject({ kind: 'name', same: true })
        },
      ),
      { numRuns: 100 },
    )
  })
})
