import { canonicalJson } from '@/lib/crypto/encoding/canonical-json'
import { fromBase64url, toBase64url } from './base64url'
import { own } from './own'
import { sha256Bytes, webCrypto } from './web-crypto'

const PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']

/** The keys of a set that may sign receipts, by their thumbprints (RFC 7638): a `kid` of the set chooses nothing. */
export async function keysOf(jwks: unknown): Promise<Map<string, CryptoKey>> {
  const listed = own(jwks, 'keys')
  const found = new Map<string, CryptoKey>()
  const { subtle } = await webCrypto()
  for (const jwk of Array.isArray(listed) ? (listed as unknown[]) : []) {
    const thumbprint = isForSignatures(jwk) ? await thumbprintOf(jwk) : null
    if (thumbprint === null) continue
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
    const key = await subtle.importKey('jwk', membersOf(jwk), algorithm, false, ['verify']).catch(() => null)
    if (key) found.set(thumbprint, key)
  }
  return found
}

/** The thumbprint (RFC 7638) of a public P-256 key; null for anything else. */
export async function thumbprintOf(jwk: unknown): Promise<string | null> {
  const members = membersOf(jwk)
  const isPoint = [members.x, members.y].every((one) => typeof one === 'string' && fromBase64url(one)?.length === 32)
  const isPrivate = PRIVATE.some((name) => own(jwk, name) !== undefined)
  if (members.kty !== 'EC' || members.crv !== 'P-256' || !isPoint || isPrivate) return null
  return toBase64url(await sha256Bytes(canonicalJson(members)))
}

function membersOf(jwk: unknown): { kty: string; crv: string; x: string; y: string } {
  const [kty, crv, x, y] = ['kty', 'crv', 'x', 'y'].map((name) => own(jwk, name) as string)
  return { kty, crv, x, y } as { kty: string; crv: string; x: string; y: string }
}

/** A key that is published for something else, such as encryption, signs nothing. */
function isForSignatures(jwk: unknown): boolean {
  const [use, algorithm, operations] = ['use', 'alg', 'key_ops'].map((name) => own(jwk, name))
  const mayVerify = operations === undefined || (Array.isArray(operations) && operations.includes('verify'))
  return mayVerify && (use === undefined || use === 'sig') && (algorithm === undefined || algorithm === 'ES256')
}
