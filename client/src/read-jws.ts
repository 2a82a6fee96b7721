import { parseStrictJson } from '@/lib/crypto/encoding/strict-json'
import { fromBase64url } from './base64url'

/** A compact JWS (RFC 7515), taken apart; nothing of it is verified yet. */
interface Jws {
  header: object
  payload: unknown
  /** What the signature is over. */
  signed: Uint8Array<ArrayBuffer>
  signature: Uint8Array<ArrayBuffer>
}

/** Takes a compact JWS with JSON in it apart; null for everything else, `alg: none` with it. */
export function readJws(text: string): Jws | null {
  const [header = '', payload = '', signature = '', ...more] = text.split('.', 4)
  const bytes = fromBase64url(signature)
  const read = parse(header)
  if (more.length > 0 || bytes?.length !== 64 || typeof read !== 'object' || read === null || Array.isArray(read))
    return null
  const signed = new TextEncoder().encode(`${header}.${payload}`)
  return { header: read, payload: parse(payload), signed, signature: bytes }
}

function parse(encoded: string): unknown {
  const bytes = fromBase64url(encoded)
  if (bytes === null) return undefined
  try {
    return parseStrictJson(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), { maxDepth: 8 })
  } catch {
    return undefined
  }
}
