import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NAME_PAIRS } from '@/test/tables/compare-names.table'
import { compareNames } from './compare-names'

describe('pairs of names', () => {
  it('are many', () => expect(NAME_PAIRS.length).toBeGreaterThanOrEqual(200))

  it.each(NAME_PAIRS)('%s and %s are %s', (issued, typed, expected, ...reasons) => {
    const there = compareNames(issued, typed)
    const back = compareNames(typed, issued)
    expect(there).toMatchObject({ result: expected, reasons: expect.arrayContaining(reasons) as string[] })
    expect(back).toEqual({
      ...there,
      differences: { issued: there.differences.typed, typed: there.differences.issued },
    })
    if (expected !== 'same') expect(there.reasons).not.toEqual([])
  })
})

const ALPHABETS = [
  'abcdefghijklmnopqrstuvwxyzäöüßøåéñçłđı',
  'абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґ',
  'αβγδεζηθικλμνξοπρστυφχψω',
]
const CASELESS = [
  'ابتثجحخدذرزسشصضطظعغفقكلمنهوي',
  'אבגדהוזחטיכלמנסעפצקרשת',
  'कखगघचछजझटठडढतथदधनपफबभमयरलवशसह',
  '山田太郎王小明李佐藤鈴木',
]
const letter = fc.constantFrom(...[...ALPHABETS, ...CASELESS].flatMap((letters) => [...letters]))
const alphabet = fc.constantFrom(...ALPHABETS, ...CASELESS)
const word = alphabet.chain((letters) => fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 9 }))
const name = fc
  .array(word, { minLength: 1, maxLength: 4 })
  .chain((words) => fc.constantFrom(' ', '-', " O'").map((joint) => words.map((one) => one.join('')).join(joint)))
const anything = fc.oneof(
  name,
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
)
const PARTS = [
  'Müller',
  'Mueller',
  'Muller',
  'J.',
  'John',
  'Jo',
  'hn',
  'de',
  'la',
  'Dela',
  'al-',
  'Иван',
  'Ivan',
  'Jr.',
  'IV',
  'V',
  'Van',
  'van',
  'Eng',
  'Abdur',
  'عبدالله',
  'Dr',
  'İ',
  'ı',
  'I',
]
/** Names that share parts, as names that are compared do. */
const related = fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 6 }).map((parts) => parts.join(' '))
const runs = { numRuns: 600 }

/** Changes a name at one place, where a letter stands. */
function edit(text: string, at: number, change: (letters: string[], place: number) => void): string {
  const letters = [...text]
  const places = [...letters.keys()].filter((place) => /\p{L}/u.test(letters[place] ?? ''))
  change(letters, places[at % places.length] ?? 0)
  return letters.join('')
}

describe('any names', () => {
  it('are the same as themselves, in any form and case', () => {
    fc.assert(
      fc.property(anything, (text) => {
        expect(compareNames(text, text)).toEqual({
          result: 'same',
          reasons: [],
          differences: { issued: [], typed: [] },
        })
        expect(compareNames(text, text.normalize('NFD')).result).toBe('same')
      }),
      runs,
    )
  })

  it('give the same result both ways', () => {
    fc.assert(
      fc.property(fc.oneof(fc.tuple(related, related), fc.tuple(anything, anything)), ([a, b]) => {
        const [there, back] = [compareNames(a, b), compareNames(b, a)]
        expect([back.result, back.reasons, back.differences.typed]).toEqual([
          there.result,
          there.reasons,
          there.differences.issued,
        ])
      }),
      { numRuns: 3000 },
    )
  })

  it('are never the same once a letter is exchanged, put in, left out or swapped', () => {
    fc.assert(
      fc.property(name, letter, fc.nat(), (text, other, at) => {
        const exchanged = edit(text, at, (letters, place) => (letters[place] = other))
        const longer = edit(text, at, (letters, place) => letters.splice(place, 0, other))
        const shorter = edit(text, at, (letters, place) => letters.splice(place, 1))
        const swapped = edit(text, at, (letters, place) => {
          const next = letters[place + 1] ?? ''
          if (/\p{L}/u.test(next)) letters.splice(place, 2, next, letters[place] ?? '')
        })
        for (const changed of [exchanged, longer, shorter, swapped]) {
          if (changed.toLowerCase() === text.toLowerCase()) continue
          expect(compareNames(text, changed).result, changed).not.toBe('same')
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('have their differences marked inside them, in order, and without touching', () => {
    fc.assert(
      fc.property(anything, anything, (issued, typed) => {
        const { differences } = compareNames(issued, typed)
        for (const [text, ranges] of [
          [issued, differences.issued],
          [typed, differences.typed],
        ] as const) {
          let last = -1
          for (const { start, end } of ranges) {
            expect(start).toBeGreaterThan(last)
            expect(end).toBeGreaterThan(start)
            last = end
          }
          expect(last).toBeLessThanOrEqual([...text].length)
        }
      }),
      runs,
    )
  })

  it('are compared whatever they hold', () => {
    const halves = fc.array(fc.constantFrom('\ud800', '\udc00', 'a', ' ', '\u0301', "'", '-', 'ﷺ'), { maxLength: 40 })
    fc.assert(
      fc.property(halves, halves, (a, b) => void compareNames(a.join(''), b.join(''))),
      runs,
    )
    const long = (part: string) => part.repeat(Math.ceil(10_000 / part.length))
    for (const part of ['a', 'é ', 'Abdul ', 'عبدال ', "'", '-', '山 ', '\u0301', '\ud800', '. ', 'a.']) {
      expect(compareNames(long(part), long(part)).result).toBe('same')
      expect(compareNames(long(part), `${long(part)}x`).result).toBe('different')
      expect(compareNames(long(part), long('zy')).result).toBe('different')
    }
  })

  it('are compared to an end at the longest that is compared word by word', () => {
    const long = Array.from({ length: 16 }, (_, index) => 'öüäßđ'.repeat(4) + String.fromCodePoint(97 + index)).join(
      ' ',
    )
    // What grew without bounds would end the test instead.
    expect(compareNames(long, [...long].reverse().join('')).result).toBe('different')
  })
})

describe('marks', () => {
  const marked = (text: string, ranges: { start: number; end: number }[]) =>
    ranges.map(({ start, end }) => [...text].slice(start, end).join(''))

  it.each([
    ['John Smith', 'John Smyth', ['i'], ['y']],
    ['John Smith', 'Jonh Smith', ['hn'], ['nh']],
    ['John Smith', 'John Smiths', [], ['s']],
    ['Müller', 'Mueller', ['ü'], ['ue']],
    ['Mu\u0308ller', 'Muller', ['u\u0308'], ['u']],
    ['John Smith', 'John Miller', ['Smith'], ['Miller']],
    ['😀 John', '😀 Jahn', ['o'], ['a']],
    ['Sara', 'S\u0430ra', ['a'], ['\u0430']],
    ['John Smith', 'Smith John', [], []],
  ])('%s and %s', (issued, typed, inIssued, inTyped) => {
    const { differences } = compareNames(issued, typed)
    expect(marked(issued, differences.issued)).toEqual(inIssued)
    expect(marked(typed, differences.typed)).toEqual(inTyped)
  })
})
