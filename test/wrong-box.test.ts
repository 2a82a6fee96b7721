import { beforeAll, describe, expect, it } from 'vitest'
import { POST as lookUp } from '@/app/dashboard/look-up/route'
import { GET as typed } from '@/app/verify/route'
import { env } from '@/lib/env'
import { withPeerAddress } from '@/lib/http/request-context'
import { judgeTypedLinks } from '@/lib/scan/typed/judge-typed-links'
import { readTypedText, type TypedText } from '@/lib/scan/typed/read-typed-text'
import { issueOne, mintIssuer, useServiceDatabase } from './database/service-database'
import { type DeskBrowser, type MintedPerson, mintPerson } from './desk/desk'
import { readHeading } from './expect-verdict'
import { askPage, newAddress } from './verify-requests'

/**
 * Whatever a person puts into one of the boxes for a serial: the field of the home page and the scan page (with a
 * script, which is `readTypedText`), the same without one (`/verify?serial=`), and the look-up at the desk.
 */
useServiceDatabase({ TRUSTED_PROXIES: '' })

const TOKEN = `${Buffer.from('{"alg":"ES256","typ":"vc+jwt"}').toString('base64url')}.${'eyJh'.repeat(60)}.c2ln`
const NOBODYS = '7K3M-9QXT-2VBD-8RWN'
const OWN = 'NS/2024/0042'
const UNKNOWN_NUMBER = 'NS/2024/9999'
let serial: string
let other: string
let owner: MintedPerson

beforeAll(async () => {
  const issuer = await mintIssuer()
  serial = await issueOne(issuer)
  other = await issueOne(issuer)
  await issueOne(issuer, { serial: OWN })
  owner = await mintPerson(issuer, 'owner')
})

type Outcome =
  | 'genuine'
  | 'no such certificate'
  | 'mistyped'
  | 'not whole'
  | 'no such number'
  | 'not a serial'
  | 'several'
  | 'elsewhere'
  | 'look-alike'

/** Each input, what the three fields come to, and how many of it the desk finds. */
const MATRIX: [name: string, text: () => string, outcome: Outcome, found: number][] = [
  ['a serial', () => serial, 'genuine', 1],
  ['a serial in small letters with spaces', () => ` ${serial.toLowerCase().replaceAll('-', ' ')} `, 'genuine', 1],
  ['a link', () => `https://verify.test/verify/${serial}`, 'genuine', 1],
  ['a link with a language', () => `https://verify.test/verify/${serial}?lang=ar#compare`, 'genuine', 1],
  ['a link without its beginning', () => `verify.test/verify/${serial}.`, 'genuine', 1],
  [
    'a link to a receipt',
    () => `https://verify.test/api/public/credentials/verify/${serial}/receipt?format=pdf`,
    'genuine',
    1,
  ],
  ['the word and the serial', () => `Serial: ${serial}`, 'genuine', 1],
  ['a word that is glued to the serial', () => `CERT-${serial}`, 'genuine', 1],
  ['another one', () => `NrNH12-${serial}`, 'genuine', 1],
  ['a serial out of the source of a page', () => serial.replaceAll('-', '&#45;'), 'genuine', 1],
  ['a link out of one', () => `https://verify.test/verify/${serial.replaceAll('-', '&hyphen;')}`, 'genuine', 1],
  ['the word in German', () => `Seriennummer ${serial}`, 'genuine', 1],
  ['the word in Arabic', () => `الرقم التسلسلي: ${serial}`, 'genuine', 1],
  [
    'a whole mail',
    () => `Dear colleague,\r\n\r\nsee https://verify.test/verify/${serial}.\r\n\r\nBest regards`,
    'genuine',
    1,
  ],
  ['a serial in quotes', () => `“${serial}”,`, 'genuine', 1],
  ['a serial broken over two lines', () => `${serial.slice(0, 10)}\n${serial.slice(10)}`, 'genuine', 1],
  [
    'wide digits and letters',
    () => serial.replace(/[0-9A-Z]/g, (c) => String.fromCodePoint(c.charCodeAt(0) + 0xfee0)),
    'genuine',
    1,
  ],
  ['an issuer’s own number', () => OWN, 'genuine', 1],
  ['an issuer’s own number, after the word', () => `Serial: ${OWN}`, 'genuine', 1],
  ['two serials', () => `${serial}\n${other}`, 'several', 2],
  ['two links', () => `https://verify.test/verify/${serial} https://verify.test/verify/${other}`, 'several', 2],
  ['a serial that was never given out', () => NOBODYS, 'no such certificate', 0],
  ['a mistyped serial', () => `${NOBODYS.slice(0, -1)}M`, 'mistyped', 0],
  ['half a serial', () => NOBODYS.slice(0, 9), 'not whole', 0],
  ['a serial without its last character', () => NOBODYS.slice(0, -1), 'not whole', 0],
  ['a number of some issuer', () => UNKNOWN_NUMBER, 'no such number', 0],
  ['a name', () => 'Ana-Lucía Müller Nguyễn', 'not a serial', 0],
  ['a name without accents', () => 'Ana Muller', 'not a serial', 0],
  ['a question', () => 'Is this certificate genuine?', 'not a serial', 0],
  ['a mail address', () => 'ana@example.org', 'not a serial', 0],
  ['the token of a badge', () => TOKEN, 'not a serial', 0],
  ['another page of ours', () => 'https://verify.test/issuers', 'not a serial', 0],
  ['a link to another site', () => 'https://www.linkedin.com/in/ana', 'elsewhere', 0],
  ['a link to a site with a serial in it', () => `https://other.example/verify/${serial}`, 'elsewhere', 0],
  ['a link of ours with backslashes', () => `https:\\\\verify.test\\verify\\${serial}`, 'genuine', 1],
  ['a link to a site with backslashes', () => `http:\\\\other.example\\verify\\${serial}`, 'elsewhere', 0],
  ['one without its beginning', () => `other.example?s=${serial}`, 'elsewhere', 0],
  ['one that could be a number', () => `other.example/${serial}`, 'elsewhere', 0],
  ['a serial that a link is glued to', () => `https://other.example/c,${serial}`, 'elsewhere', 1],
  ['two serials, of which one is oddly written', () => `${serial}\n${other.replaceAll('-', '\\055')}`, 'several', 2],
  ['a link that hides its host', () => `https://verify.test@evil.example/verify/${serial}`, 'look-alike', 0],
]

describe.each(MATRIX)('%s', (_, text, outcome, found) => {
  it('in the field, with a script', async () => expect(await outcomeOf(inBrowser(text()))).toBe(outcome))

  it('in the field, without a script', async () => {
    const query = new URLSearchParams({ serial: text() })
    const response = await typed(
      withPeerAddress(new Request(`https://verify.test/verify?${query.toString()}`), newAddress()),
    )
    const location = response.headers.get('location')
    if (location === null) return expect(outcomeOfPage(await response.text())).toBe(outcome)
    if (location.startsWith('/check-many?')) return expect('several').toBe(outcome)
    expect(await outcomeOf({ kind: 'serial', serial: decodeURIComponent(location.slice('/verify/'.length)) })).toBe(
      outcome,
    )
  })

  it('in a path of its own', async () => {
    const response = await askPage(text())
    const location = response.headers.get('location')
    const led = location === null ? null : decodeURIComponent(location.slice('/verify/'.length))
    const said = led === null ? outcomeOfPage(await response.text()) : await outcomeOf({ kind: 'serial', serial: led })
    const red = said === 'no such certificate'
    expect(red).toBe(outcome === 'no such certificate')
    if (outcome === 'genuine') expect(said).toBe('genuine')
  })

  it('at the desk', async () => {
    const browser: DeskBrowser = owner.browser
    const response = await browser.visit(lookUp, '/dashboard/look-up', { form: { serials: text() } })
    const table = (/<tbody>.*<\/tbody>/s.exec(await response.text()) ?? [''])[0]
    expect([response.status, (table.match(/status-word verified/g) ?? []).length]).toEqual([200, found])
  })
})

function inBrowser(text: string): TypedText {
  return readTypedText(text, [env().BASE_URL])
}

async function outcomeOf(read: TypedText): Promise<string> {
  if (read.kind === 'several') return 'several'
  if (read.kind === 'elsewhere')
    return judgeTypedLinks(read.addresses, [env().BASE_URL])?.lookalike ? 'look-alike' : 'elsewhere'
  if (read.kind !== 'serial') return 'not a serial'
  const beside = judgeTypedLinks(read.elsewhere ?? [], [env().BASE_URL])
  if (beside) return beside.lookalike ? 'look-alike' : 'elsewhere'
  const answer = await askPage(read.serial)
  // What may stand for a serial of ours leads on once, to that.
  const led = answer.headers.get('location')?.slice('/verify/'.length)
  return outcomeOfPage(await (led === undefined ? answer : await askPage(decodeURIComponent(led))).text())
}

/** What a page says, by its heading, its colour and its first sentence. */
function outcomeOfPage(html: string): string {
  const tone = /class="verdict (\w+)"/.exec(html)?.[1]
  const heading = readHeading(html)
  if (heading === 'Genuine and current' && tone === 'genuine') return 'genuine'
  if (heading === 'No such certificate' && tone === 'stop') return 'no such certificate'
  if (heading === 'This link leads elsewhere') return tone === 'stop' ? 'look-alike' : 'elsewhere'
  if (tone !== 'unknown') return `${heading}, ${tone}`
  if (heading === 'No certificate with this number here') return 'no such number'
  if (heading === 'This serial has a typing mistake') return 'mistyped'
  if (heading === 'This is not a whole serial') return 'not whole'
  return heading === 'No serial found here' ? 'not a serial' : heading
}
