import fc from 'fast-check'
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { generateApiKey } from '@/lib/domain/issuer/api-key'
import { judgeScan } from '@/lib/scan/judge/judge-scan'
import { readListRows } from '@/lib/scan/list/read-rows'
import { tableRows } from '@/lib/scan/list/table-rows'
import { readSerials } from './read-serials'
import { readTypedText, serialsInText } from './read-typed-text'
import { holdsApiKey, withoutApiKeys } from './without-api-keys'

const ORIGINS = ['https://verify.northshore.example'] as const satisfies [string]
const SERIAL = '7K3M-9QXT-2VBD-8RWN'
const KEY = generateApiKey('certs', randomBytes)
const OTHER = generateApiKey('my_svc', randomBytes)
const escaped = KEY.replace('_', '%5F')

const AROUND: [string, string][] = [
  ['alone', KEY],
  ['quoted', `"${KEY}"`],
  ['in curly quotes', `“${KEY}”`],
  ['in brackets', `(${KEY})`],
  ['before a full stop', `${KEY}.`],
  ['after a bullet', `- ${KEY}`],
  ['after a number', `1. ${KEY}`],
  ['after a word', `key ${KEY}`],
  ['after a longer word', `Token ${KEY}`],
  ['after the word for a serial', `Serial: ${KEY}`],
  ['as a header', `Authorization: Bearer ${KEY}`],
  ['as a variable', `CERTS_KEY=${KEY}`],
  ['as a variable with a number', `CERTS_KEY2=${KEY}`],
  ['in capitals', KEY.toUpperCase()],
  ['with what cannot be seen', `${KEY.slice(0, 20)}\u00AD${KEY.slice(20)}`],
  ['in wide characters', KEY.replace('_', '\uFF3F')],
  ['before a wide digit', `${KEY}\uFF11`],
  ['before a wide letter', `${KEY}\uFF41`],
  ['before a digit of another script', `${KEY}\u0661`],
  ['before letters that are joined', `${KEY}\uFB01`],
  ['before a digit that a soft hyphen parts from it', `${KEY}\u00AD1`],
  ['with what cannot be seen, before a wide digit', `${KEY.slice(0, 20)}\u00AD${KEY.slice(20)}\uFF11`],
  ['in wide characters, before a digit', `${KEY.replace('_', '\uFF3F')}1`],
  ['behind a wide word', `\uFF41${KEY}`],
  ['two, a line each', `${KEY}\n${OTHER}`],
  ['two in one line', `${KEY}, ${OTHER}`],
  ['in our own link', `${ORIGINS[0]}/verify/${KEY}`],
  ['in our own link, escaped', `${ORIGINS[0]}/verify/${escaped}`],
  ['in a column', `Name,Key\nAna Müller,${KEY}\nBen Okafor,${OTHER}`],
  ['in the column for serials', `Name;Serial\nAna Müller;${KEY}\nBen Okafor;${OTHER}`],
]

/** Whatever is left of a key in what a reader gave, in any spelling. */
const secret = (read: unknown) => JSON.stringify(read).toLowerCase().includes(KEY.slice(10, 18).toLowerCase())

describe('an API key is no serial', () => {
  // Its last sixteen characters are a rightly checked serial, as those of one in 50 are.
  const likeSerial = 'certs_Xfv8tBhUvBlQMTncV4Lv3HeoONlpsJIB9i22mDJm'
  it.each([`${likeSerial.slice(0, 20)}\u00AD${likeSerial.slice(20)}`, likeSerial.replace('_', '\uFF3F')])(
    'in a list, whatever it ends with: %j',
    (key) => expect(readListRows(key, ORIGINS)).toEqual([]),
  )

  it.each(AROUND)('%s', (_name, text) => {
    expect(secret(KEY)).toBe(true)
    const typed = readTypedText(text, ORIGINS)
    expect(secret(typed), JSON.stringify(typed)).toBe(false)
    expect(secret(readSerials(text, ORIGINS))).toBe(false)
    expect(secret(readListRows(text, ORIGINS))).toBe(false)
    const rows = text.split('\n').map((line) => line.split(/[,;]/))
    expect(secret(tableRows(rows, ORIGINS))).toBe(false)
    expect(judgeScan(text, ORIGINS).kind).not.toBe('verify')
  })

  it('and no serial beside it is lost', () => {
    for (const text of [`${KEY}\n${SERIAL}`, `Serial: ${SERIAL}, key: ${KEY}`, `${SERIAL} ${KEY}`]) {
      expect(serialsInText(text, ORIGINS), text).toEqual([SERIAL])
      expect(readListRows(text, ORIGINS).flatMap(({ serial }) => serial ?? [])).toEqual([SERIAL])
    }
    expect(readSerials(`serial;key\n${SERIAL};${KEY}`, ORIGINS)).toEqual([SERIAL])
  })

  it('whatever stands around it that is not part of a longer word', () => {
    const around = fc.string({ unit: 'binary', maxLength: 12 }).filter((text) => !/[0-9A-Za-z_]/.test(text))
    fc.assert(
      fc.property(around, around, (before, after) => {
        const text = before + KEY + after
        expect(secret(readTypedText(text, ORIGINS)), text).toBe(false)
        expect(secret(readSerials(text, ORIGINS)), text).toBe(false)
        expect(secret(readListRows(text, ORIGINS)), text).toBe(false)
      }),
      { numRuns: 500 },
    )
  })
})

it.each([
  ['a serial of ours', SERIAL],
  ['an issuer’s own', 'NS_2024_0042'],
  ['a long one of an issuer', `NS_${'0'.repeat(41)}`],
  ['a fingerprint', 'a1'.repeat(32)],
])('takes %s for none', (_name, text) => {
  expect(holdsApiKey(text)).toBe(false)
  expect(withoutApiKeys(text)).toBe(text)
})

it('keeps the length of a text where it is asked to', () => {
  expect(withoutApiKeys(`a ${KEY} b`, '.')).toBe(`a ${'.'.repeat(KEY.length)} b`)
})
