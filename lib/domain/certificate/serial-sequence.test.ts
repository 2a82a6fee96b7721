import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SerialSequenceDetector } from './serial-sequence'

const numbers = (count: number, name: (n: number) => string) => Array.from({ length: count }, (_, i) => name(i + 1))
const padded = (n: number, width = 4) => String(n).padStart(width, '0')

/** A small generator of our own (mulberry32), so that the random files are the same in every run. */
function randomSource(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

function areConsecutive(serials: Iterable<string>): boolean {
  const detector = new SerialSequenceDetector()
  for (const serial of serials) detector.add(serial)
  return detector.verdict().consecutive
}

describe('a file of serials', () => {
  it.each<[string, string[]]>([
    ['counting up', numbers(50, (n) => `ACME-2026-${padded(n)}`)],
    ['two neighbours', ['ACME-0041', 'ACME-0042']],
    ['over a carry', ['A-0099', 'A-0100', 'A-0101']],
    ['counting down', numbers(50, (n) => `A${9000 - n}`)],
    ['by tens', numbers(50, (n) => `A-${n * 10}00`)],
    ['without padding', numbers(120, (n) => `CERT-${n}`)],
    ['with gaps', numbers(200, (n) => `A-${padded(n * 3 + (n % 2))}`)],
    ['before the year', numbers(50, (n) => `${padded(n)}/${n < 25 ? 2025 : 2026}`)],
    ['with a check digit apart', numbers(50, (n) => `${padded(n)}-${(n * 7) % 10}`)],
    ['with a check digit inside', numbers(50, (n) => `77${padded(n)}${(n * 7) % 10}`)],
    ['with a two-digit check', numbers(300, (n) => `77${padded(n)}${String(98 - ((n * 100) % 97)).padStart(2, '0')}`)],
    ['in hexadecimal', numbers(400, (n) => `x${padded(0, 1)}${(4096 + n).toString(16)}`)],
    ['in letters', ['AAAA-X', 'AAAB-X', 'AAAC-X', 'AAAD-X'].map((s) => s.slice(0, 4))],
    ['in several series', numbers(60, (n) => `${n % 2 ? 'WEB' : 'NET'}-${padded(n)}`)],
    ['mixed into random ones', [...numbers(30, (n) => `A-${padded(n)}`), ...randomSerials(100, 10, 3)]],
  ])('sees serials %s', (_, serials) => {
    expect(areConsecutive(serials)).toBe(true)
    expect(areConsecutive([...serials].reverse())).toBe(true)
  })

  it('sees them in any order', () => {
    const serials = numbers(40, (n) => `ACME-${padded(n)}`)
    fc.assert(
      fc.property(fc.shuffledSubarray(serials, { minLength: 20 }), (shuffled) => {
        expect(areConsecutive(shuffled)).toBe(true)
      }),
    )
  })

  it.each<[string, string[]]>([
    ['no serial', []],
    ['one serial', ['ACME-0001']],
    ['the same serial twice', ['ACME-0001', 'ACME-0001']],
    ['random digits', randomSerials(2000, 10, 1)],
    ['two random numbers', ['83920174', '19384756']],
    ['random letters and digits', randomBase36(5000, 10)],
  ])('leaves %s alone', (_, serials) => {
    expect(areConsecutive(serials)).toBe(false)
  })

  it('leaves serials of the service’s kind alone, whatever their number', () => {
    expect(new SerialSequenceDetector().verdict()).toEqual({ consecutive: false, serials: 0, following: 0 })
    expect(areConsecutive(randomBase36(20_000, 16))).toBe(false)
  })
})

function randomSerials(count: number, digits: number, seed: number): string[] {
  const random = randomSource(seed)
  return Array.from({ length: count }, () => String(Math.floor(random() * 10 ** digits)).padStart(digits, '0'))
}

function randomBase36(count: number, length: number): string[] {
  const random = randomSource(length)
  return Array.from({ length: count }, () =>
    Array.from({ length }, () => Math.floor(random() * 36).toString(36)).join(''),
  )
}
