import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { generateSerial, hasValidCheckCharacter } from './serial'
import { type UnknownSerial, unknownSerial } from './unknown-serial'

const serial = fc.uint8Array({ minLength: 10, maxLength: 10 }).map(generateSerial)

const TABLE: [text: string, said: UnknownSerial][] = [
  ['7K3M-9QXT-2VBD-8RWN', { kind: 'own' }],
  ['7k3m 9qxt 2vbd 8rwn', { kind: 'own' }],
  ['7K3M-9QXT-2VBD-8RWM', { kind: 'mistyped' }],
  ['7K3M-9QXT-2VBD-8RWU', { kind: 'mistyped' }],
  ['7K3M-9QXT-2VBD-8RW', { kind: 'missing', count: 1 }],
  ['7K3M-9QXT', { kind: 'missing', count: 8 }],
  ['7K3M 9QXT 2V', { kind: 'missing', count: 6 }],
  ['7K3M9QXT2VBD8RW', { kind: 'missing', count: 1 }],
  ['7K3M-9QXT-2VBD-8RWNN', { kind: 'extra', count: 1 }],
  ['7K3M-9QX-2VBD-8RWN', { kind: 'missing', count: 1 }],
  ['\u202a7K3M-\u20669QXT\u2069-2VBD-8RW\u202c', { kind: 'missing', count: 1 }],
  ['７Ｋ３Ｍ－９ＱＸＴ－２ＶＢＤ－８ＲＷ．', { kind: 'missing', count: 1 }],
  ['NS/2024/0042', { kind: 'number' }],
  ['20260001', { kind: 'number' }],
  ['2024-0042', { kind: 'number' }],
  ['2024-0042-1111', { kind: 'number' }],
  ['NMC-2026-00418', { kind: 'number' }],
  ['NORTHSHORE2026', { kind: 'number' }],
  ['Morden', { kind: 'number' }],
  ['Ana Muller', { kind: 'nothing' }],
  ['Ana Müller', { kind: 'nothing' }],
  ['', { kind: 'nothing' }],
  ['.', { kind: 'nothing' }],
  ['a', { kind: 'nothing' }],
  ['😀', { kind: 'nothing' }],
  ['https://verify.example.org/', { kind: 'nothing' }],
  ['x'.repeat(10_000), { kind: 'nothing' }],
  ['\ud800', { kind: 'nothing' }],
]

describe('unknownSerial', () => {
  it.each(TABLE)('%j', (text, said) => expect(unknownSerial(text)).toEqual(said))

  it('says that there is no such certificate of right serials of our own form alone', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          serial,
          serial.map((one) => `${one}1`),
        ),
        (text) => {
          expect(unknownSerial(text).kind === 'own').toBe(hasValidCheckCharacter(text))
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('counts what is missing of every serial that is cut where a group ends, if digits stand between letters', () => {
    fc.assert(
      fc.property(serial, fc.constantFrom(9, 14), (whole, length) => {
        const half = whole.slice(0, length)
        fc.pre((half.match(/\d(?=-?[A-Z])|[A-Z](?=-?\d)/g) ?? []).length >= 2)
        expect(unknownSerial(half)).toEqual({ kind: 'missing', count: length === 9 ? 8 : 4 })
      }),
    )
  })
})
