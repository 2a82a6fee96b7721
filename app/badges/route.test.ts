import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { withPeerAddress } from '@/lib/http/request-context'
import { badgeNetwork } from '@/lib/net/badge-network'
import { validateOpenBadge } from '@/lib/service/badges/validate-open-badge'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { workingPool } from '@/lib/store/database/database'
import { testEndorsement } from '@/test/badges/endorsements'
import { KEY_DID, KEY_DID_METHOD, signJsonLd, testBadge } from '@/test/badges/signed-badge'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { usePlaces } from '@/test/endpoint-fixture'
import { readHeading } from '@/test/expect-verdict'
import { newAddress } from '@/test/verify-requests'
import { badgeOutcome, statusOf } from './badge-outcome'
import { GET, POST } from './route'

useServiceDatabase()

const SAMPLES = new URL('../../test/data/badges/samples/', import.meta.url)
const sample = (path: string) => new Uint8Array(readFileSync(new URL(path, SAMPLES)))
const HANDLE = 'k5d2xq7mfa3rjz6tbw4yhn2uci'
const SELF_ASSERTED = 'dcc/v2__ed25519__didKey__legacy-noStatus-noExpiry.json'
let serial: string
let own: { open_badge_jsonld: string; open_badge_jwt: string }

beforeAll(async () => {
  serial = await issueOne(await mintIssuer())
  own = await formsOf(serial)
})

async function formsOf(of: string): Promise<typeof own> {
  const { rows } = await workingPool().query<typeof own>(
    `SELECT f.* FROM signed_forms f JOIN certificates c ON c.id = f.certificate_id WHERE c.serial = $1`,
    [of],
  )
  if (!rows[0]) throw new Error('no such certificate')
  return rows[0]
}

/** The form as a browser sends it. */
function form(file: Uint8Array | null, text = ''): FormData {
  const data = new FormData()
  data.append('file', new File([new Uint8Array(file ?? [])], file === null ? '' : 'badge.png'))
  data.append('text', text)
  return data
}

function post(body: FormData, address = newAddress(), headers: HeadersInit = {}): Promise<Response> {
  return POST(withPeerAddress(new Request('https://verify.test/badges', { method: 'POST', body, headers }), address))
}

async function pageOf(status: number, body: FormData, headers?: HeadersInit): Promise<string> {
  const response = await post(body, newAddress(), headers)
  const html = await response.text()
  expect([response.status, readHeading(html)]).toEqual([status, expect.any(String)])
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': expect.stringContaining("default-src 'none'") as string,
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex, nofollow, noarchive',
    'x-ratelimit-limit': '20',
  })
  return html
}

const toneOf = (html: string) => /class="verdict (\w+)"/.exec(html)?.[1]

describe('GET /badges', () => {
  it('takes a badge without JavaScript, and carries no verdict', async () => {
    const response = await GET(withPeerAddress(new Request('https://verify.test/badges'), newAddress()))
    const html = await response.text()
    expect([response.status, response.headers.get('x-ratelimit-limit')]).toEqual([200, '20'])
    for (const part of ['action="/badges"', 'method="post"', 'encType="multipart/form-data"'])
      expect(html).toContain(part)
    expect(html).not.toContain('data-outcome')
  })
})

describe('POST /badges', () => {
  it('a badge of this service, in either form: valid, with its certificate', async () => {
    for (const text of [own.open_badge_jsonld, ` ${own.open_badge_jwt}\r\n`]) {
      const html = await pageOf(200, form(null, text))
      expect([readHeading(html), toneOf(html)]).toEqual(['Valid badge', 'genuine'])
      expect(html).toContain('issued it through this service')
      expect(html).toMatch(/href="\/verify\/[0-9A-Z-]+"/)
    }
  })

  it('one that was withdrawn: not valid, with the way to its certificate', async () => {
    const withdrawn = await issueOne(await mintIssuer())
    const { open_badge_jsonld: text } = await formsOf(withdrawn)
    await withdrawCertificate(withdrawn, { reason: 'test', publicReason: null, actor: 'test' })
    const html = await pageOf(422, form(Buffer.from(text)))
    expect([readHeading(html), toneOf(html)]).toEqual(['Not valid', 'stop'])
    expect(html).toContain('The issuer has withdrawn it.')
    expect(html).toMatch(/href="\/verify\/[0-9A-Z-]+"/)
  })

  it('one that was replaced twice: its certificate under its own serial, and in one step the one that is current now', async () => {
    const first = await issueOne(await mintIssuer(), { serial: 'DIP/2026/0417' })
    const { open_badge_jsonld: text } = await formsOf(first)
    const why = { reason: 'test', actor: 'test' }
    const second = await correctCertificate(first, { fullName: 'Ana Müller' }, why)
    const third = await correctCertificate(second.certificate.serial, { fullName: 'Anna Müller' }, why)
    const html = await pageOf(422, form(Buffer.from(text)))
    const paths = [...html.matchAll(/href="(\/verify\/[^"]+)"/g)].map(([, path]) => path)
    expect(paths).toEqual(['/verify/DIP%2F2026%2F0417', `/verify/${third.certificate.serial}`])
  })

  it('one that was changed: not valid, and its name is nobody’s', async () => {
    const html = await pageOf(422, form(null, own.open_badge_jsonld.replace(/"validFrom":"20/, '"validFrom":"19')))
    expect([readHeading(html), toneOf(html)]).toEqual(['Not valid', 'stop'])
    expect(html).toContain('The signature does not fit the badge')
    expect(html).not.toContain('<dt>Issuer</dt>')
  })

  it('one that is valid by its own word alone: never in the style of the genuine', async () => {
    const html = await pageOf(200, form(sample(SELF_ASSERTED)))
    expect([readHeading(html), toneOf(html)]).toEqual(['Nobody vouches for the signer', 'asserted'])
    expect(html).toContain('Signed by a key that nobody vouches for; it calls itself')
    expect(html).not.toMatch(/class="[^"]*genuine/)
  })

  it('one that goes by the name of an issuer here: a stop, which says whose name it is and whom to ask', async () => {
    const issuer = await mintIssuer({ name: 'Harbour <Pilots> Institute' })
    const name = 'Harb0ur <Pilots> Institute'
    const badge = await signJsonLd(testBadge({ issuer: { id: KEY_DID, type: ['Profile'], name } }), KEY_DID_METHOD)
    const html = await pageOf(422, form(null, JSON.stringify(badge)))
    expect([readHeading(html), toneOf(html)]).toEqual(['Perhaps under another’s name', 'stop'])
    for (const part of ['Do not accept this badge.', 'Harbour &lt;Pilots&gt; Institute', issuer.domain, 'Calls itself'])
      expect(html).toContain(part)
    expect(html).not.toMatch(/class="[^"]*genuine/)
    const german = await pageOf(422, form(null, JSON.stringify(badge)), { 'accept-language': 'de' })
    expect(readHeading(german)).toBe('Vielleicht unter fremdem Namen')
  })

  it('one that goes by the name of an issuer without a verified domain: never in the style of the genuine', async () => {
    await mintIssuer({ name: 'Lighthouse Keepers Guild', attested: false })
    const issuer = { id: KEY_DID, type: ['Profile'], name: 'Lighthouse Keepers Guild' }
    const html = await pageOf(200, form(null, JSON.stringify(await signJsonLd(testBadge({ issuer }), KEY_DID_METHOD))))
    expect([readHeading(html), toneOf(html)]).toEqual(['Find out whose name this is', 'asserted'])
    expect(html).toContain('cannot be told from the badge')
    expect(html).not.toMatch(/class="[^"]*genuine/)
  })

  it('one with an endorsement that is not signed: not valid, with its place', async () => {
    const badge = await signJsonLd(
      testBadge({ issuer: { id: KEY_DID, type: ['Profile'] }, endorsement: [testEndorsement()] }),
      KEY_DID_METHOD,
    )
    const html = await pageOf(422, form(null, JSON.stringify(badge)))
    expect(readHeading(html)).toBe('Not valid')
    expect(html).toContain('An endorsement in it fails its check')
    expect(html).toContain('$.endorsement[0]')
  })

  it('one of an issuer that cannot be reached: could not be checked, 503, never a verdict', async () => {
    const unreachable = badgeNetwork({ resolve: () => Promise.reject(new Error('no name server')) })
    const credential = sample('1edtech-ob30/simple.json')
    const outcome = badgeOutcome(await validateOpenBadge(credential, { network: unreachable }))
    expect(outcome).toMatchObject({ kind: 'report', report: { verdict: 'could_not_check', signer: null } })
    expect(statusOf(outcome)).toBe(503)
  })

  it('what is wrong stands with its place and how to mend it', async () => {
    const html = await pageOf(422, form(sample('1edtech-ob30/simple-jwt.png')))
    expect(readHeading(html)).toBe('Not valid')
    expect(html).toContain('Nothing ties the key that signed it to the issuer that it names.')
    const old = await pageOf(422, form(sample('ob20/basic-assertion.json')))
    expect(old).toContain('This is a badge of Open Badges 2.0 or older')
  })

  it('what a badge calls itself is text, and nothing else', async () => {
    const hostile = '<script>alert(1)</script>'
    const text = own.open_badge_jsonld.replace(/"name":"[^"]*"/g, `"name":${JSON.stringify(hostile)}`)
    expect(await pageOf(422, form(null, text))).not.toContain(hostile)
  })

  it('what is no badge: 400, which says nothing about any badge', async () => {
    for (const body of [form(Buffer.from('%PDF-1.7')), form(null, '{'), form(null, 'hello')]) {
      const html = await pageOf(400, body)
      expect([readHeading(html), toneOf(html)]).toEqual(['No badge can be read from this', 'unknown'])
    }
    const nothing = await pageOf(400, form(null))
    expect(readHeading(nothing)).toBe('There is nothing to check')
    expect(readHeading(await pageOf(400, form(Buffer.from('{}'), '{}')))).toBe('There is nothing to check')
  })

  it('what belongs elsewhere: 400, with the way there', async () => {
    for (const [body, sentence, way] of [
      [form(null, serial), 'This is the serial of a certificate', `href="/verify/${serial}"`],
      [form(null, `https://verify.test/verify/${serial}`), 'or a link to one', `href="/verify/${serial}"`],
      [form(null, `${serial}\n7K3M-9QXT-2VBD-8RWN`), 'several certificates', 'action="/check-many"'],
      [form(null, `https://verify.test/passport/${HANDLE}`), 'the passport of a holder', `href="/passport/${HANDLE}"`],
      [form(Buffer.from('%PDF-1.7')), 'This is a PDF file', 'href="/verify/file"'],
      [form(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0])), 'This is a picture', 'href="/scan"'],
    ] as const) {
      const html = await pageOf(400, body)
      expect([readHeading(html), toneOf(html)]).toEqual(['No badge can be read from this', 'unknown'])
      expect(html).toContain(sentence)
      expect(html).toContain(way)
      expect(html).not.toContain('It is not JSON')
    }
    for (const text of ['hello', '{', 'Ana Müller'])
      expect(await pageOf(400, form(null, text))).toContain('href="/badges">Check another badge')
  })

  it('what is too large: 413', async () => {
    for (const body of [form(null, `{"x":"${'x'.repeat(256 * 1024)}"}`), form(Buffer.alloc(1024 * 1024 + 1))]) {
      expect(readHeading(await pageOf(413, body))).toBe('Too large to be checked')
    }
  })

  it('too many of a minute, together with the API’s: 429', async () => {
    const address = newAddress()
    await usePlaces('open_badge_validation', 19, address)
    expect((await post(form(null), address)).status).toBe(400)
    const response = await post(form(null), address)
    expect([response.status, readHeading(await response.text())]).toEqual([429, 'Too many checks from your network'])
  })
})
