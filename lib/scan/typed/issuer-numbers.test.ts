import { describe, expect, it } from 'vitest'
import { readTypedText } from './read-typed-text'

const ORIGINS: [string] = ['https://verify.example.org']
const SERIAL = '7K3M-9QXT-2VBD-8RWN'

describe('what somebody typed', () => {
  it.each(['A/2026-0001-2345-6786', 'ACME.7K3M9QXT2VBD8RWN', '2026-0001-2345-6786.01', ` certificate-${SERIAL}.pdf`])(
    'is the number of an issuer whole where it may be one: %s',
    (text) => expect(readTypedText(text, ORIGINS)).toEqual({ kind: 'serial', serial: text.trim() }),
  )

  it.each([
    ['in other spelling', '7k3m 9qxt 2vbd 8rwn'],
    ['in one piece', '7K3M9QXT2VBD8RWN'],
    ['with its label', `Serial: ${SERIAL}`],
    ['in a sentence', `It says ${SERIAL}, please check.`],
    ['as a link', `https://verify.example.org/verify/${SERIAL}`],
    ['as a link without its beginning', `verify.example.org/verify/${SERIAL}`],
  ])('leads to a serial of ours %s', (_how, text) =>
    expect(readTypedText(text, ORIGINS)).toEqual({ kind: 'serial', serial: SERIAL }),
  )

  it.each(['', 'https://elsewhere.example/verify', 'two\nlines', 'AB12, AB13'])(
    'reads everything else as before, %j',
    (text) => expect(readTypedText(text, ORIGINS).kind).not.toBe('serial'),
  )

  it('still names the stranger whose address holds a serial', () => {
    const read = readTypedText(`https://elsewhere.example/verify/${SERIAL}`, ORIGINS)
    expect(read.kind === 'elsewhere' || (read.kind === 'serial' && read.elsewhere !== undefined)).toBe(true)
  })
})
