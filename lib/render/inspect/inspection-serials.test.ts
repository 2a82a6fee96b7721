import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { displaySerial, generateSerial, serialKey } from '@/lib/domain/certificate/serial'
import { findTextSerials } from './inspection-serials'

const SERIAL = '7K3M-9QXT-2VBD-8RWN'
const PREFIX = 'https://certificates.example/verify/'

const serials = fc.uint8Array({ minLength: 10, maxLength: 10 }).map(generateSerial)

describe('serials in the text of a document', () => {
  it.each([
    ['in its four groups', `No. ${SERIAL}.`],
    ['in lower case', SERIAL.toLowerCase()],
    ['without dashes', serialKey(SERIAL)],
    ['with spaces', '7K3M 9QXT 2VBD 8RWN'],
    ['letter by letter', [...SERIAL].join(' ')],
    ['with other dashes', '7K3M–9QXT—2VBD‑8RWN'],
    ['across two lines', '7K3M-9QXT-\r\n2VBD-8RWN'],
    ['with marks of direction', `\u202a\u200e7K3M\u2066-9QXT\u2069-2VBD-\u200f8RWN\u202c`],
    ['in wide letters', '７Ｋ３Ｍ－９ＱＸＴ－２ＶＢＤ－８ＲＷＮ'],
    ['in another grouping', '7K3M9Q-XT2VBD8R WN'],
    ['glued to the word before it', `Serial${SERIAL}`],
    ['in the middle of prose', `this is to say that ${SERIAL} was given to her in 2026`],
  ])('are found %s', (_how, text) => {
    expect(findTextSerials([text]).map(serialKey)).toEqual([serialKey(SERIAL)])
  })

  it('are found in any grouping, amid any words', () => {
    const cut = fc.array(fc.nat(15), { maxLength: 6 })
    fc.assert(
      fc.property(serials, cut, fc.lorem(), fc.lorem(), (serial, cuts, before, after) => {
        const key = serialKey(serial)
        if (!/\d/.test(key)) return
        const grouped = [...key]
          .map((character, i) => (cuts.includes(i) && i > 0 ? `-${character}` : character))
          .join('')
        const found = findTextSerials([`${before}: ${grouped}, ${after}`])
        expect(found.map((candidate) => displaySerial(serialKey(candidate)))).toContain(serial)
      }),
    )
  })

  it.each(['GZVN-BPMH-HYCP-ESJF', 'GZVNBPMHHYCPESJF', 'gzvnbpmhhycpesjf'])(
    'are found without a digit: %s',
    (written) => {
      expect(findTextSerials([`No. ${written} was given to her`]).map(serialKey)).toEqual(['GZVNBPMHHYCPESJF'])
    },
  )

  it('are not found where the check character is wrong, nor in prose', () => {
    expect(
      findTextSerials(['7K3M-9QXT-2VBD-8RWP', 'in recognition of her outstanding contribution to hydrography']),
    ).toEqual([])
  })

  it("of an issuer's own making are found after the label, on its line or the next", () => {
    const labels = { serialLabels: ['Check at certificates.example', 'Serial number'] }
    expect(findTextSerials(['Check at certificates.example\r\nNMC/2026/0418-A\r\nIssued'], labels)).toEqual([
      'NMC/2026/0418-A',
    ])
    expect(findTextSerials(['Serial number: AB 12345 issued in May'], labels)).toContain('AB 12345 issued in May')
    expect(findTextSerials(['SERIAL NUMBER AB-12345\nIssued'], labels)).toEqual(['AB-12345'])
    expect(findTextSerials(['NMC/2026/0418-A'], labels)).toEqual([])
  })

  it('are found in verification addresses, before all others', () => {
    const text = `Serial ${SERIAL} (see HTTPS://certificates.example/verify/NMC%2F2026%2F0418-A, or ask)`
    expect(findTextSerials([text], { verificationPrefixes: [PREFIX] })).toEqual(['NMC/2026/0418-A', SERIAL])
    expect(findTextSerials([`${PREFIX}%zz`, `${PREFIX}`], { verificationPrefixes: [PREFIX] })).toEqual([])
  })

  it('are each returned once, and at most sixteen', () => {
    expect(findTextSerials([`${SERIAL} ${SERIAL.toLowerCase()}`, SERIAL])).toEqual([SERIAL])
    const many = Array.from({ length: 40 }, (_, i) => generateSerial(Uint8Array.of(0, i, 0, 0, 0, 0, 0, 0, 0, 9)))
    expect(findTextSerials(many)).toEqual(many.slice(0, 16))
  })

  it.each([
    ['letters and spaces', 'A '.repeat(10_000)],
    ['dashed groups', 'AAAA-'.repeat(4000)],
    ['labels', 'Serial '.repeat(2800)],
    ['spaces', ' '.repeat(20_000)],
    ['groups and line ends', 'AAAA\r\n'.repeat(3300)],
    ['groups far from each other', `AAAA${' '.repeat(900)}`.repeat(22)],
  ])('are searched for quickly in hostile %s', (_what, text) => {
    // What backtracks without end would end the test instead.
    const found = findTextSerials([text, text, text], { verificationPrefixes: [PREFIX] })
    expect(found.length).toBeLessThanOrEqual(16)
  })

  it('are searched for in any text without throwing', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 3 }), (texts) => {
        expect(findTextSerials(texts, { verificationPrefixes: [PREFIX] }).length).toBeLessThanOrEqual(16)
      }),
    )
  })
})
