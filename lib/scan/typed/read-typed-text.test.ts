import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { couldBeSerial, generateSerial, hasValidCheckCharacter, serialKey } from '@/lib/domain/certificate/serial'
import { isIssuerSerial } from '@/lib/domain/issuer/issuer-serial'
import { plainCharacters } from '@/lib/domain/typed/plain-characters'
import { CATALOGUES } from '@/lib/i18n/catalogues'
import { ENCODED_OTHERS, ENCODED_SERIALS } from '@/test/tables/encoded-texts.table'
import { ownSerialOf } from '@/test/tables/own-serials'
import { INSIDE_TEXTS, LINKS_ELSEWHERE, LONG_TEXTS, ORIGINS, WRONG_BOXES } from '@/test/tables/typed-text.table'
import { judgeTypedLinks } from './judge-typed-links'
import { readTypedText, serialsInText } from './read-typed-text'

const read = (text: string) => readTypedText(text, ORIGINS)
const found = (text: string) => serialsInText(text, ORIGINS)

/** One that is made now: older ones may have no digit beside a letter, and are told from words where dashes or nothing part them. */
const ownSerial = fc
  .uint8Array({ minLength: 10, maxLength: 10 })
  .map(generateSerial)
  .filter((serial) => /\d[A-Z]|[A-Z]\d/.test(serial))

const issuerSerial = fc
  .stringMatching(/^[A-Za-z0-9]([-/._]?[A-Za-z0-9]){3,20}$/)
  .filter((serial) => /\d/.test(serial) && isIssuerSerial(serial))

describe('readTypedText', () => {
  it.each(WRONG_BOXES)('%j', (text, expected) => expect(read(text)).toEqual(expected))

  it.each(ENCODED_SERIALS)('of what programs encoded: %j', (text) =>
    expect(read(text)).toEqual({ kind: 'serial', serial: '7K3M-9QXT-2VBD-8RWN' }),
  )

  it.each(ENCODED_OTHERS)('of what looks encoded: %j', (text, serials) => expect(found(text)).toEqual(serials))

  it.each(LINKS_ELSEWHERE)('%j leads to %s', (text, host, lookalike) => {
    const typed = read(text)
    const addresses = typed.kind === 'elsewhere' ? typed.addresses : []
    expect(judgeTypedLinks(addresses, ORIGINS)).toMatchObject({ host, lookalike })
  })

  it.each(Object.keys(INSIDE_TEXTS))('finds any serial of ours in: %s', (name) => {
    const wrap = INSIDE_TEXTS[name] ?? String
    fc.assert(
      fc.property(ownSerial, (serial) => {
        expect(found(wrap(serial)), wrap(serial)).toEqual([serial])
      }),
      { numRuns: 100 },
    )
  })

  it('finds any serial of ours that has no digit, in small letters, too', () => {
    fc.assert(
      fc.property(ownSerialOf('ABCDEFGHJKMNPQRSTVWXYZ'), (serial) => {
        for (const one of [serial, serial.replaceAll('-', '')])
          for (const text of [one, one.toLowerCase(), `See ${one} and other words`, `See ${one.toLowerCase()}, please`])
            expect(found(text), text).toEqual([serial])
      }),
    )
  })

  it('finds an issuer’s own serial alone, after the word, in our links, and in a list', () => {
    fc.assert(
      fc.property(issuerSerial, issuerSerial, (serial, other) => {
        fc.pre(serialKey(serial) !== serialKey(other))
        const link = `${ORIGINS[0]}/verify/${encodeURIComponent(serial)}`
        for (const text of [
          serial,
          ` ${serial}\n`,
          `Serial: ${serial}`,
          `Serial: ${serial}.`,
          link,
          `See ${link}, please.`,
        ])
          expect(found(text).map(serialKey), text).toEqual([serialKey(serial)])
        expect(found(`${serial}\n${other}`).map(serialKey)).toEqual([serialKey(serial), serialKey(other)])
      }),
      { numRuns: 500 },
    )
  })

  it('invents none: whatever it finds stands in the text', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.lorem(),
      ownSerial.map((serial) => serial.slice(0, 14)),
      issuerSerial,
      fc.constantFrom('Serial: ', 'https://', `${ORIGINS[0]}/verify/`, '\n', ' ', '-', '2024', 'Nº de serie '),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = pieces.join('')
        const whole = plainCharacters(text, 100_000)
        const letters = [whole, unescaped(whole)].map((one) => folded(one))
        for (const serial of found(text)) {
          expect(couldBeSerial(serialKey(serial)), text).toBe(true)
          expect(
            letters.some((one) => one.includes(folded(serial))),
            JSON.stringify([text, serial]),
          ).toBe(true)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('takes no serial out of prose, whatever words it is made of', () => {
    // Four words of four letters may be a serial, and say so by its check character.
    const looksLikeSerial = /\b[a-z]{4}(?: [a-z]{4}){3}\b/
    const word = fc.stringMatching(/^[a-z]{1,9}$/)
    const sentence = fc.array(word, { minLength: 2, maxLength: 60 }).map((words) => `${words.join(' ')}.`)
    fc.assert(
      fc.property(sentence, (text) => {
        fc.pre(!looksLikeSerial.test(text))
        expect(found(text.replace(/serial|serie/g, '')), text).toEqual([])
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    ['Serial NS/2024/0042', 'NS/2024/0042'],
    ['Seriennummer 2024-0042', '2024-0042'],
    ['No. NS/2024/0042', 'NS/2024/0042'],
    ['Nr. 2024-0042', '2024-0042'],
    ['N° 2024/0042', '2024/0042'],
    ['N°2024/0042', '2024/0042'],
    ['Cert. 2024/0042', '2024/0042'],
    ['Certificate No. NS/2024/0042', 'NS/2024/0042'],
    ['Certificate number: NS/2024/0042', 'NS/2024/0042'],
    ['Zertifikatsnummer: NS/2024/0042', 'NS/2024/0042'],
    ['证书编号：NS/2024/0042', 'NS/2024/0042'],
    ['Serial  NS 2024 0042', 'NS 2024 0042'],
    ['Serial: NS-0042-A issued 3 May 2024', 'NS-0042-A'],
    ['Serial: NS 2024 0042', 'NS 2024 0042'],
    ['Check at verify.northshore.example\nNS/2024/0042', 'NS/2024/0042'],
    ['Check at verify.northshore.example NS/2024/0042', 'NS/2024/0042'],
    ['Prüfen Sie es auf\tverify.northshore.example\nNS/2024/0042\n', 'NS/2024/0042'],
    // An issuer's own numbers may begin with such words.
    ['SERIAL-2024-0042', 'SERIAL-2024-0042'],
    ['NO-2024-0042', 'NO-2024-0042'],
    ['NR/2024/0042', 'NR/2024/0042'],
    ['NO 2024 0042', 'NO 2024 0042'],
    ['CERT-2024-0042', 'CERT-2024-0042'],
    ['CERT 2024 0042', 'CERT 2024 0042'],
    ['NR.2024-17', 'NR.2024-17'],
    ['No.4711', 'No.4711'],
    ['CERT.2024/17', 'CERT.2024/17'],
    // Spaces and dashes are alike, and so is a group of letters.
    ['Serial: 2024 ABC 0042', '2024 ABC 0042'],
    ['Serial 2024 ABC 0042', '2024 ABC 0042'],
    ['Cert. 2024 ABC 0042', '2024 ABC 0042'],
    ['Serial: EMN3 VQCF TQT0 CSC7', 'EMN3-VQCF-TQT0-CSC7'],
  ])('takes the label off: %j', (text, serial) => {
    expect(found(text)).toEqual([serial])
  })

  it.each([
    ['the number of a card', 'Paid with 4111-1111-1111-1112, thank you.'],
    ['a UUID', 'Request 0b9d3a2e-7c11-4f0e-9a6b-1c2d3e4f5a6b failed.'],
    ['a longer key', 'Your key 7K3M-9QXT-2VBD-8RWM-AAAA came by post.'],
    ['words', 'It was said that they went home late that year.'],
    ['words in capitals with a year', 'ROOM 12A4 AULA 2024 is where we meet.'],
    ['words with dashes', 'a once-only-four-more plan'],
  ])('takes no mistyped serial out of %s', (_name, text) => expect(found(text)).toEqual([]))

  it('takes no words beside a serial for another', () => {
    const [serial, other] = ['7K3M-9QXT-2VBD-8RWN', '0000-0000-0000-001Z']
    for (const text of [`Applicant 3 ${serial}`, `Applicant 3 ${serial}\nApplicant 4 ${other}`, `${serial} Room 12`])
      expect(
        found(text).filter((one) => one !== serial && one !== other),
        text,
      ).toEqual([])
    expect(found(`${serial} NS/2024/0042`)).toEqual([serial, 'NS/2024/0042'])
  })

  it('knows the word of every language', () => {
    for (const [language, catalogue] of Object.entries(CATALOGUES))
      expect(found(`x ${catalogue['form.label'] ?? ''}: NS/2024/0042, y`), language).toEqual(['NS/2024/0042'])
  })

  // A step more than linear would take these hours, not moments.
  it.each(Object.keys(LONG_TEXTS))('reads a very long text in one pass: %s', (name) => {
    const piece = LONG_TEXTS[name] ?? ''
    const text = piece.repeat(Math.ceil(100_000 / piece.length))
    for (const one of [text, `${ORIGINS[0]}/verify/${text}`]) read(one)
  })

  it('never throws, for any text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void read(text)))
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => void read(`${ORIGINS[0]}/verify/${text}`)),
      { numRuns: 500 },
    )
  })

  it('finds a serial with a wrong character as the serial that somebody means, beside any other', () => {
    fc.assert(
      fc.property(ownSerial, fc.lorem({ mode: 'sentences' }), (serial, words) => {
        const wrong = `${serial.slice(0, -1)}${serial.endsWith('0') ? '1' : '0'}`
        fc.pre(!hasValidCheckCharacter(wrong) && /\d[A-Z]|[A-Z]\d/.test(wrong))
        expect(found(wrong)).toEqual([wrong])
        expect(found(`${words} ${wrong}, ${words}`)).toEqual([wrong])
        expect(found(`${words} ${wrong.slice(0, 10)}\n${wrong.slice(10)}. ${words}`)).toEqual([wrong])
        expect(found(`${words}: ${serial}; ${words}: ${wrong}.`)).toEqual([serial, wrong])
        expect(found(`${words} Serial: ${wrong}\n${words}`)).toEqual([wrong])
      }),
      { numRuns: 200 },
    )
  })
})

function unescaped(text: string): string {
  return text.replace(/%[0-9A-F]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)))
}

/** All that a serial is compared by, of a text of any length. */
function folded(text: string): string {
  const parts = text.match(/[\s\S]{1,150}/g) ?? []
  return parts
    .map((part) => serialKey(part))
    .join('')
    .replace(/[^0-9A-Z]/g, '')
}
