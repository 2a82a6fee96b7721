import { describe, expect, it } from 'vitest'
import { encodeBase64url } from '@/lib/crypto/encoding/base64url'
import { exampleBadge, exampleOldBadge } from '@/test/badges/badge-fixture'
import { parseBadge } from './parse-badge'

const HEADER = { alg: 'ES256', typ: 'vc+jwt' }
const jws = (payload: unknown, header: object | string = HEADER) =>
  [
    typeof header === 'string' ? header : JSON.stringify(header),
    typeof payload === 'string' ? payload : JSON.stringify(payload),
  ]
    .map((part) => encodeBase64url(part))
    .concat('c2ln')
    .join('.')
const claims = { iss: 'did:web:badges.example', nbf: 1, jti: 'urn:a', sub: 'urn:b', exp: 2, iat: 1, aud: 'x' }

describe('parseBadge', () => {
  it('reads JSON', () => {
    expect(parseBadge(JSON.stringify(exampleBadge()), 'png')).toEqual({
      kind: 'parsed',
      badge: { container: 'png', format: 'jsonld', credential: exampleBadge(), jws: null },
    })
  })

  it('reads a JWS, whose credential is the payload without its claims', () => {
    const payload = { ...exampleBadge(), ...claims }
    expect(parseBadge(jws(payload), 'none')).toEqual({
      kind: 'parsed',
      badge: {
        container: 'none',
        format: 'jwt',
        credential: exampleBadge(),
        jws: { compact: jws(payload), header: HEADER, payload },
      },
    })
  })

  it('reads a JWS of VCDM 1.1, whose credential is the claim vc', () => {
    const result = parseBadge(jws({ ...claims, vc: exampleOldBadge() }), 'none')
    expect(result).toMatchObject({ kind: 'parsed', badge: { credential: exampleOldBadge() } })
  })

  it('keeps a claim vc beside a credential where it is, for the checks to find', () => {
    const result = parseBadge(jws({ ...exampleBadge(), vc: {} }), 'none')
    expect(result).toMatchObject({ kind: 'parsed', badge: { credential: { ...exampleBadge(), vc: {} } } })
  })

  it.each<[string, string, string]>([
    ['malformed_json', 'words', 'a badge'],
    ['malformed_json', 'nothing', ''],
    ['malformed_json', 'a byte order mark', '\uFEFF{}'],
    ['malformed_json', 'a JWS whose payload is none', jws('{')],
    ['malformed_jws', 'padding', `${jws({})}=`],
    ['malformed_jws', 'a line end after it', `${jws({})}\n`],
    ['malformed_jws', 'a space before it', ` ${jws({})}`],
    ['malformed_jws', 'a signature respelled', jws({}).replace(/c2ln$/, 'AB')],
    ['malformed_jws', 'four parts', `${jws({})}.x`],
    ['malformed_jws', 'a header with a key twice', jws({}, '{"alg":"ES256","alg":"none"}')],
    ['malformed_jws', 'a payload that is not UTF-8', `${encodeBase64url('{"a":1}')}.__8.c2ln`],
    ['duplicate_key', 'JSON with a key twice', '{"a":1,"b":{"c":1,"\\u0063":2}}'],
    ['duplicate_key', 'a payload with a key twice', jws('{"a":1,"a":1}')],
    ['too_deep', '65 levels', `${'['.repeat(65)}${']'.repeat(65)}`],
    ['not_an_object', 'an array', '[{}]'],
    ['not_an_object', 'a string', '"x"'],
    ['not_an_object', 'null', 'null'],
    ['not_an_object', 'a payload that is an array', jws([])],
  ])('refuses as %s: %s', (code, _, text) => {
    expect(parseBadge(text, 'none')).toMatchObject({ kind: 'refused', check: 'parse', finding: { code, path: '$' } })
  })

  it('allows 64 levels', () => {
    const text = `{"a":${'['.repeat(63)}${']'.repeat(63)}}`
    expect(parseBadge(text, 'none').kind).toBe('parsed')
  })

  it('cleans what a message repeats of the text', () => {
    const result = parseBadge(`\u202Ebad\u0000${'x'.repeat(1000)}`, 'none')
    const detail = result.kind === 'refused' ? (result.finding.detail ?? '') : ''
    expect(detail).toMatch(/^[^\p{C}]{1,200}$/u)
  })

  it.each<[string, unknown]>([
    ['its context', { '@context': 'https://w3id.org/openbadges/v2', type: 'Other' }],
    ['one of its contexts', { '@context': ['https://purl.imsglobal.org/spec/ob/v2p1/context.json'], type: [] }],
    ['its type', { type: 'Assertion' }],
    ['its members', { recipient: {}, badge: 'https://example.org/badge.json', verify: {} }],
  ])('recognises Open Badges 2 by %s', (_, badge) => {
    for (const text of [JSON.stringify(badge), jws(badge)]) {
      expect(parseBadge(text, 'none')).toMatchObject({ check: 'format', finding: { code: 'open_badges_2' } })
    }
  })

  it('recognises the address of a hosted badge in a picture, and only there', () => {
    const url = 'https://example.org/assertion.json'
    expect(parseBadge(url, 'png')).toMatchObject({ check: 'format', finding: { code: 'open_badges_2' } })
    expect(parseBadge(url, 'none')).toMatchObject({ finding: { code: 'malformed_json' } })
  })

  it('does not take a verifiable credential for Open Badges 2', () => {
    const badge = { type: ['VerifiableCredential', 'Assertion'], '@context': ['https://w3id.org/openbadges/v2'] }
    expect(parseBadge(JSON.stringify(badge), 'none').kind).toBe('parsed')
  })
})
