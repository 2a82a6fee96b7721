import { describe, expect, it } from 'vitest'
import { readSerialField } from './read-serial-field'

const ORIGINS: [string] = ['https://verify.example.org']
const SERIAL = '7K3M-9QXT-2VBD-8RWN'

describe('the serial field', () => {
  it.each(['A/2026-0001-2345-6786', 'ACME.7K3M9QXT2VBD8RWN', '2026-0001-2345-6786.01', ` certificate-${SERIAL}.pdf`])(
    'leads on whole to what may be the number of an issuer, %s',
    (text) => expect(readSerialField(text, ORIGINS)).toEqual({ kind: 'serial', serial: text.trim() }),
  )

  it.each([
    ['in other spelling', '7k3m 9qxt 2vbd 8rwn'],
    ['in one piece', '7K3M9QXT2VBD8RWN'],
    ['with its label', `Serial: ${SERIAL}`],
    ['in a sentence', `It says ${SERIAL}, please check.`],
    ['as a link', `https://verify.example.org/verify/${SERIAL}`],
    ['as a link without its beginning', `verify.example.org/verify/${SERIAL}`],
  ])('leads to a serial of ours %s', (_how, text) =>
    expect(readSerialField(text, ORIGINS)).toEqual({ kind: 'serial', serial: SERIAL }),
  )

  it.each(['', 'https://elsewhere.example/verify', 'two\nlines', 'AB12, AB13'])(
    'reads everything else as before, %j',
    (text) => expect(readSerialField(text, ORIGINS).kind).not.toBe('serial'),
  )

  it('still names the stranger whose address holds a serial', () => {
    const read = readSerialField(`https://elsewhere.example/verify/${SERIAL}`, ORIGINS)
    expect(read.kind === 'elsewhere' || (read.kind === 'serial' && read.elsewhere !== undefined)).toBe(true)
  })
})
