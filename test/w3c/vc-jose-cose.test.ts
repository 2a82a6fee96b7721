import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parseCompactJws } from '@/lib/crypto/signature/compact-jws'
import { readJwk, verifyWithKey } from '@/lib/crypto/signature/verification-key'
import { checkJoseHeader } from '@/lib/domain/badge/read/jose-header'
import { parseBadge } from '@/lib/domain/badge/read/parse-badge'
import { signJwt, type TestAlgorithm } from '@/test/badges/signed-badge'
import { faultsOf, type Json } from './plain-credentials'
import { type Case, runCases } from './run-cases'

/** The public keys that are published beside the inputs, by the thumbprint that their tokens name. */
const KEYS: Record<string, Json> = {
  '2aOHaQxsWVT4mLsUkdtlCnUV-au0BBR-5yPYaPaCc5k': {
    kty: 'OKP',
    crv: 'Ed25519',
    x: 'NvUhsjZe7Mdv8Esoc60o3ma1U5j2tFUTDsOQd39xMnI',
  },
  '73voMXFNmNlOEpuYCSJlh8eN0dscykoO6gBukgRS1uU': {
    kty: 'EC',
    crv: 'P-256',
    x: 'WfTi93YuhsQxKbD0ftnjOXJndqhnJ5kgDV-ZDGyrhBQ',
    y: 'qUd_55EjX0mjKZ6W6mF4UXVYTQ41K6jfdnYFwN5uPyk',
  },
}
const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8').trim()

/** Header, claims and signature; that a key goes by its thumbprint and no DID URL is refused of badges alone. */
function verify(path: string): Case['run'] {
  return async () => {
    const text = read(path)
    const parsed = parseBadge(text, 'none')
    const jws = parseCompactJws(text)
    if (parsed.kind !== 'parsed' || !parsed.badge.jws || !jws) return { accepted: false, why: 'malformed' }
    const codes: string[] = checkJoseHeader(parsed.badge.jws).map(({ code }) => code)
    const key = readJwk(KEYS[String(jws.header.kid)])
    if (typeof key === 'string' || !verifyWithKey(key, jws.signingInput, jws.signature)) codes.push('signature_invalid')
    return { accepted: codes.length === 0, why: codes.join(', ') }
  }
}

/** Signed with the one algorithm that issuers of this service have for tokens, unless the suite wants another. */
function issue(path: string, algorithm: TestAlgorithm = 'ES256'): Case['run'] {
  return async () => {
    const credential = JSON.parse(read(path)) as Json
    const faults = await faultsOf(credential)
    if (algorithm !== 'ES256') faults.push('issuers here have no such key')
    if (faults.length > 0) return { accepted: false, why: faults.join(', ') }
    const token = signJwt(credential, { typ: 'vc+jwt', cty: 'vc' }, algorithm)
    return { accepted: parseBadge(token, 'none').kind === 'parsed', why: 'malformed' }
  }
}

const SIGNED = '../data/vectors/vc-jose-cose'
const INPUT = './testdata/jose-cose'

const CASES: readonly Case[] = [
  { name: 'issue: minimal', as: true, run: issue(`${INPUT}/credential-minimal.json`) },
  { name: 'issue: full, P-384', as: true, run: issue(`${INPUT}/credential-full.json`, 'ES384') },
  { name: 'issue: unknown extensions', as: false, run: issue(`${INPUT}/credential-unknown-extensions.json`) },
  { name: 'verify: minimal', as: true, run: verify(`${SIGNED}/credential-jose-minimal.txt`) },
  { name: 'verify: issuer match', as: true, run: verify(`${SIGNED}/credential-issuer-match-signed.txt`) },
  { name: 'verify: unknown extensions', as: false, run: verify(`${SIGNED}/credential-jose-unknown-extensions.txt`) },
  { name: 'verify: bad signature', as: false, run: verify(`${SIGNED}/credential-jose-bad-signature.txt`) },
  { name: 'verify: bad media type', as: false, run: verify(`${SIGNED}/credential-jose-bad-media-type.txt`) },
  { name: 'verify: vc and vp claims', as: false, run: verify(`${SIGNED}/credential-jose-vc-vp-claims.txt`) },
  { name: 'verify: presentation', as: true, run: verify(`${INPUT}/presentation-jose-multiple.txt`) },
  { name: 'verify: bad credential within', as: false, run: verify(`${INPUT}/presentation-jose-bad-credential.txt`) },
  { name: 'verify: presentation, bad type', as: false, run: verify(`${INPUT}/presentation-jose-bad-media-type.txt`) },
]

it('tokens of W3C’s suite are judged as W3C says, but for what issuers and badges here do not use', async () => {
  expect(await runCases('JOSE', CASES)).toEqual({
    // Issuers of this service have one key for tokens, of P-256.
    'issue: full, P-384': expect.stringContaining('no such key') as string,
    // The context of W3C's examples defines every word; that the service does not know it is left out here.
    'issue: unknown extensions': 'accepted',
    // Badges are credentials: the service takes no presentations.
    'verify: presentation': expect.stringContaining('typ_not_allowed') as string,
  })
})
