import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import en from '@/lib/i18n/messages/en.json'
import { ORIGIN, SERIAL, STOPPED, STRAIGHT, TEXTS } from '@/test/tables/judge-scan.table'
import { judgeScan } from './judge-scan'

const judged = (text: string, origin = ORIGIN) => judgeScan(text, [origin])

describe('judgeScan', () => {
  it.each(STRAIGHT)('%j goes straight to %s', (text, serial) => {
    expect(judged(text)).toEqual({ kind: 'verify', serial, path: `/verify/${encodeURIComponent(serial)}` })
  })

  it.each(STOPPED)('%j stops at %s: %s', (text, host, reason, lookalike) => {
    expect(judged(text)).toMatchObject({ kind: 'elsewhere', host, reason, lookalike })
  })

  it.each(TEXTS)('%j is no address: %s', (text, reason) => {
    expect(judged(text)).toMatchObject({ kind: 'text', reason })
  })

  it('takes what was printed where the service was before, and nothing that only resembles it', () => {
    const judgedNow = (text: string) =>
      judgeScan(text, ['https://verify.school.example', 'https://verify.school.org', 'http://verify.school.example'])
    const path = `/verify/${SERIAL}`
    for (const origin of ['https://verify.school.org', 'http://verify.school.example', 'https://verify.school.example'])
      expect(judgedNow(origin + path)).toEqual({ kind: 'verify', serial: SERIAL, path })
    for (const [address, reason] of [
      [`https://verify.school.net${path}`, 'our_name_other_ending'],
      [`http://verify.school.org${path}`, 'other_scheme'],
      [`https://verify.school.org:444${path}`, 'other_port'],
      [`https://verify.school.org@evil.test${path}`, 'user_info'],
    ] as const)
      expect(judgedNow(address)).toMatchObject({ kind: 'elsewhere', reason, lookalike: true })
    expect(judgedNow(`https://evil.test${path}`)).toMatchObject({ reason: 'other_site', lookalike: false })
    expect(judgedNow('https://verify.school.org/other')).toMatchObject({ reason: 'own_other_page', lookalike: false })
  })

  it('has a sentence for every reason', () => {
    const reasons = [...STOPPED.map(([, , reason]) => reason), ...TEXTS.map(([, reason]) => reason)]
    expect(Object.keys(en)).toEqual(expect.arrayContaining(reasons.map((reason) => `scan.reason.${reason}`)))
  })

  it.each(['http://localhost:3000', 'http://127.0.0.1:8080', 'http://[::1]:3000', 'https://vérif.example'])(
    'works where the service is at %s',
    (address) => {
      const { origin, host } = new URL(address)
      const path = `/verify/${SERIAL}`
      expect(judged(`${origin}${path}`, origin)).toEqual({ kind: 'verify', serial: SERIAL, path })
      expect(judged(`http://other.test:3000${path}`, origin)).toMatchObject({ reason: 'other_site', lookalike: false })
      expect(judged(`${origin}1${path}`, origin)).not.toMatchObject({ kind: 'verify' })
      expect(judged(`${new URL(origin).protocol}//${host}@evil.test${path}`, origin)).toMatchObject({
        reason: 'user_info',
        host: 'evil.test',
      })
    },
  )

  it('spells out what cannot be seen in what it shows', () => {
    expect(judged('https://evil.test/\u202Egnp.exe')).toMatchObject({ address: 'https://evil.test/[U+202E]gnp.exe' })
    expect(judged('two\nlines\u200B')).toMatchObject({ text: 'two\nlines[U+200B]' })
  })

  it('shortens a long address', () => {
    const verdict = judged(`https://evil.test/${'x'.repeat(2000)}`)
    expect(verdict).toMatchObject({ kind: 'elsewhere', address: `https://evil.test/${'x'.repeat(282)}…` })
  })
})

/** Pieces that addresses are made of, ours and deceptive ones, in any order. */
const pieces = fc.constantFrom(
  ...['https:', 'http:', 'javascript:', '//', '/', '\\', '@', ':', ':443', ':8443', '?', '#', '%2f', '%00', '..', '.'],
  ...['verify.northshore.example', 'VERIFY.northshore.example', 'evil.test', 'nоrthshore', '/verify/', '/VERIFY/'],
  ...[
    SERIAL,
    SERIAL.toLowerCase(),
    'NS/1',
    '%2F',
    'next=',
    '\t',
    '\n',
    ' ',
    '\u200B',
    '\u202E',
    'Ａ',
    'xn--nrthshre-nbhf',
  ],
)
const addresses = fc.oneof(
  fc.array(pieces, { maxLength: 10 }).map((parts) => parts.join('')),
  fc.array(pieces, { maxLength: 4 }).map((parts) => `https://verify.northshore.example${parts.join('')}`),
  fc.array(pieces, { maxLength: 4 }).map((parts) => `${ORIGIN}/verify/${SERIAL}${parts.join('')}`),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
)

describe('any text at all', () => {
  const texts = fc.oneof(addresses, fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ maxLength: 60 }))

  it('leads to a verdict only as a serial alone, or where the platform reads exactly our origin', () => {
    let verdicts = 0
    const property = fc.property(texts, (text) => {
      const verdict = judged(text)
      if (verdict.kind !== 'verify') return
      verdicts++
      expect(verdict.path).toBe(`/verify/${encodeURIComponent(verdict.serial)}`)
      expect(verdict.path).toMatch(/^\/verify\/[0-9A-Za-z%._-]+$/)
      if (/^[0-9A-Za-z \u2010-\u2015\u2212/._-]+$/.test(text.trim())) return
      const url = new URL(text)
      expect(url.origin).toBe(ORIGIN)
      expect([url.username, url.password, url.search, url.hash]).toEqual(['', '', '', ''])
    })
    fc.assert(property, { numRuns: 20_000, examples: [[`${ORIGIN}/verify/${SERIAL}`]] })
    expect(verdicts).toBeGreaterThan(20)
  })

  it('is never shown as a link elsewhere would be: no more than a host, a text and a reason', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const verdict = judged(text)
        const keys = {
          verify: 'kind,path,serial',
          elsewhere: 'address,host,kind,lookalike,reason',
          text: 'kind,reason,text',
        }
        expect(Object.keys(verdict).sort().join()).toBe(keys[verdict.kind])
        expect(JSON.stringify(verdict)).not.toMatch(/[\p{Bidi_Control}\u200B]/u)
      }),
      { numRuns: 5_000 },
    )
  })
})
