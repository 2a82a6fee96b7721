import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ORIGINS, WRONG_BOXES } from '@/test/tables/typed-text.table'
import { LONGEST_LIST } from './read-serials'
import { whereItBelongs } from './where-it-belongs'

const SERIAL = '7K3M-9QXT-2VBD-8RWN'
const of = (text: string) => whereItBelongs(Buffer.from(text, 'latin1'), ORIGINS)

describe('whereItBelongs', () => {
  it.each([
    [SERIAL, { kind: 'serial', serial: SERIAL }],
    [`Dear all, see ${ORIGINS[0]}/verify/${SERIAL}.`, { kind: 'serial', serial: SERIAL }],
    ['NS/2024/0042', { kind: 'serial', serial: 'NS/2024/0042' }],
    [`NS/2024/0042, ${SERIAL} ,`, { kind: 'several', list: `NS/2024/0042, ${SERIAL} ,` }],
    [`${SERIAL}\nNS/2024/0042 `, { kind: 'several', list: `${SERIAL}\nNS/2024/0042 ` }],
    [`P1234567 P2345678 ${SERIAL}`, { kind: 'several', list: `P1234567 P2345678 ${SERIAL}` }],
    [`Room,Code\nP1234567,${SERIAL}\nP2345678,`, { kind: 'several', list: `Room,Code\nP1234567,${SERIAL}\nP2345678,` }],
    [`Name,Code\nAna Li,${SERIAL}`, { kind: 'serial', serial: SERIAL }],
    ['%PDF-1.7', { kind: 'pdf' }],
    ['\xFF\xD8\xFF\xE0', { kind: 'picture' }],
    ['\x89PNG\r\n\x1A\n', { kind: 'picture' }],
    ['{"@context":[]}', { kind: 'badge' }],
    ['{"receipt_jwt":"x"}', { kind: 'receipt' }],
    ['hello', null],
    ['Ana Müller', null],
    ['https://other.example/', null],
    ['PK\x03\x04xl/workbook.xml', null],
    ['MZ\0\0', null],
    ['', null],
  ])('%j', (text, expected) => expect(of(text)).toEqual(expected))

  it.each([' \n', 'Ann Lee ', '\n', ',', '"', 'x.test/verify/', '=', '&#', '\t;', '1. '])(
    'leads nobody on with a text longer than a form is read, here full of %j: to search it would keep everybody waiting',
    (words) => {
      const other = 'H8NC-4R2W-6PTX-9QAK'
      const filled = (length: number) => `${SERIAL}\n${words.repeat(length / words.length)}\n${other}`
      expect(of(filled(LONGEST_LIST))).toBeNull()
      expect(of(filled(300_000))).toBeNull()
    },
  )

  it('takes the two serials of a text with much blank between them, and the one of a text with more behind it', () => {
    const [blank, other] = [' \n'.repeat(14_000), 'H8NC-4R2W-6PTX-9QAK']
    expect(of(`${SERIAL}${blank}${other}`)).toEqual({ kind: 'several', list: `${SERIAL}\n${other}` })
    expect(of(`${SERIAL}${blank.repeat(10)}`)).toEqual({ kind: 'serial', serial: SERIAL })
  })

  it('reads a text as the field for a serial does', () => {
    for (const [text, typed] of WRONG_BOXES)
      if (typed.kind === 'several' || typed.kind === 'id' || typed.kind === 'passport') {
        const several = { kind: 'several', list: expect.stringMatching(/./) }
        const expected = typed.kind === 'several' ? several : typed
        expect(whereItBelongs(new TextEncoder().encode(text), ORIGINS), text).toEqual(expected)
      }
  })

  it('never throws, for any bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void whereItBelongs(bytes, ORIGINS)))
  })
})
