import { describe, expect, it } from 'vitest'
import { generateSerial } from '@/lib/domain/certificate/serial'
import { readTypedText } from './read-typed-text'
import { speltOut } from './spelt-out'

/** The lists that begin with these items, with each number from 0000 to 9999 behind them. */
const listsOf = (items: string) =>
  Array.from({ length: 10_000 }, (_, number) => `${items}, ${String(number).padStart(4, '0')}`)

/** Serials of every kind, always the same ones: each byte is the top of a number that is multiplied on. */
function* serials(count: number): Generator<string> {
  let state = 1
  const bytes = new Uint8Array(10)
  for (let made = 0; made < count; made += 1) {
    for (const at of bytes.keys()) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      bytes[at] = state >>> 24
    }
    yield generateSerial(bytes)
  }
}

describe('speltOut', () => {
  it.each([
    ['5QWY, K6QD, WQB2, GR16', '5QWY-K6QD-WQB2-GR16'],
    ['7K3M, 9QXT, 2VBD, 8RWN', '7K3M-9QXT-2VBD-8RWN'],
    ['7k3m:9qxt:2vbd:8rwn', '7K3M-9QXT-2VBD-8RWN'],
    ['7K3M, 9QXT, 2VBD, 8RWM', null],
    ['7K3M, 9QXT; 2VBD, 8RWN', null],
  ])('reads %j as %s', (text, serial) => expect(speltOut(text)).toBe(serial))

  it.each([
    'AB12, AB13, AB14',
    'ab12, ab13, ab14',
    'AB12, CD13, EF14',
    'A101, A102, K7QX',
    'AB1C, AB2D, 7QXK',
    'X12A, X34A, 9KQ7',
    '2024, K7QX, 2026',
    '0010, AB12, CD13',
    'ABC1, 2026, A014',
  ])('leaves the items of a list alone: %s', (items) => {
    expect(listsOf(items).filter((list) => speltOut(list) !== null)).toEqual([])
  })

  it('so that each of them is checked', () => {
    const read = readTypedText('AB12, AB13, AB14, 0010', ['https://certificates.example'])
    expect(read).toEqual({ kind: 'several', serials: ['AB12', 'AB13', 'AB14', '0010'] })
  })

  it('reads nearly every serial of the service', () => {
    const all = [...serials(2000)]
    const read = all.filter((serial) => speltOut(serial.replaceAll('-', ', ')) === serial)
    expect(read.length).toBeGreaterThan(0.95 * all.length)
  })
})
