import type { KeyObject } from 'node:crypto'
import { decodeBase64url, encodeBase64url } from '@/lib/crypto/encoding/base64url'
import { isObject } from '@/lib/crypto/encoding/is-object'
import { parseStrictJson } from '@/lib/crypto/encoding/strict-json'
import { verifySignature, type SignatureAlgorithm } from './public-key'
import type { Signer } from './signer'

/** A JOSE header: a JSON object without members named twice. */
type JoseHeader = Record<string, unknown>

/** The parts of a compact JWS, decoded; nothing of it is verified yet. */
interface CompactJws {
  header: JoseHeader
  payload: Buffer
  /** The ASCII bytes that the signature covers: header, dot, payload, as they were spelled. */
  signingInput: Buffer
  signature: Buffer
}

const HEADER_DEPTH = 8

/**
 * Signs a payload as a compact JWS (RFC 7515 section 3.1).
 * @param header its `alg` is set from the signer; `kid` and `typ` are the caller's business
 * @param payload bytes, or a string that is signed as UTF-8
 * @throws TypeError when the header names another algorithm, or `crit` or `b64`, which are never written here
 */
export async function signCompactJws(
  header: JoseHeader,
  payload: Uint8Array | string,
  signer: Signer,
): Promise<string> {
  if (header.alg !== undefined && header.alg !== signer.algorithm) {
    throw new TypeError('the header names another algorithm than the signer')
  }
  if (Object.hasOwn(header, 'crit') || Object.hasOwn(header, 'b64')) {
    throw new TypeError('the header members crit and b64 are not supported')
  }
  const encodedHeader = encodeBase64url(JSON.stringify({ ...header, alg: signer.algorithm }))
  const signingInput = `${encodedHeader}.${encodeBase64url(payload)}`
  const signature = await signer.sign(Buffer.from(signingInput, 'ascii'))
  return `${signingInput}.${encodeBase64url(signature)}`
}

/**
 * Takes a compact JWS apart, strictly: exactly three parts of base64url that re-encode to themselves and nothing before
 * or after them, so that one signature has one spelling; the header a JSON object in UTF-8 without members named twice.
 * The signature may be empty, as `alg: none` has it (RFC 7519 section 6): it can be read, and no key verifies it.
 * @returns null for everything else, and for an unencoded payload (RFC 7797, `b64: false`)
 */
export function parseCompactJws(text: string): CompactJws | null {
  const parts = text.split('.', 4)
  const [encodedHeader, encodedPayload, encodedSignature] = parts
  if (parts.length !== 3 || !encodedHeader || encodedPayload === undefined || encodedSignature === undefined)
    return null
  const payload = decodeBase64url(encodedPayload)
  const signature = decodeBase64url(encodedSignature)
  const header = parseHeader(encodedHeader)
  if (payload === null || signature === null || header === null || header.b64 === false) return null
  return { header, payload, signingInput: Buffer.from(`${encodedHeader}.${encodedPayload}`, 'ascii'), signature }
}

function parseHeader(encoded: string): JoseHeader | null {
  const bytes = decodeBase64url(encoded)
  if (bytes === null) return null
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    const header = parseStrictJson(text, { maxDepth: HEADER_DEPTH })
    return isObject(header) ? header : null
  } catch {
    return null
  }
}

/**
 * Verifies a compact JWS (RFC 7515 section 5.2) with a key that the caller chose; nothing in the header chooses a key.
 * @param key the public key and the one algorithm that it may be used with
 * @param expected `typ` must be exactly this, so that a token of one kind never passes as another (RFC 8725 section 3.11)
 * @returns header and payload; null when the text is malformed, `alg` or `typ` is another, `crit` or `b64` is present,
 *   or the signature does not hold
 */
export function verifyCompactJws(
  text: string,
  key: { publicKey: KeyObject; algorithm: SignatureAlgorithm },
  expected: { typ: string },
): { header: JoseHeader; payload: Buffer } | null {
  const jws = parseCompactJws(text)
  if (jws === null) return null
  const { header, payload, signingInput, signature } = jws
  if (header.alg !== key.algorithm || header.typ !== expected.typ) return null
  if (Object.hasOwn(header, 'crit') || Object.hasOwn(header, 'b64')) return null
  return verifySignature(key.publicKey, key.algorithm, signingInput, signature) ? { header, payload } : null
}
