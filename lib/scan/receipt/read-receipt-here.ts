/** A receipt as a browser reads it: the serials that were checked and what each check came to. */
export interface ReceiptHere {
  id: string
  reference: string | null
  results: { serial: string; status: string; at: string }[]
}

/** A receipt that no published key signed, or that was changed, or that is none. */
export class ReceiptHereError extends Error {
  override name = 'ReceiptHereError'
}

const TYPES = ['verification-receipt+jwt', 'verification-batch-receipt+jwt']
const STATUS = /^[a-z_]{3,40}$/
const MOST_RECEIPTS = 200

/**
 * The signed texts in a file or a text: one alone, one in its JSON form, or the record of a long list.
 * @returns empty where there is none
 */
export function receiptsIn(text: string): string[] {
  const trimmed = text.trim()
  if (/^[\w-]+\.[\w-]+\.[\w-]+$/.test(trimmed)) return [trimmed]
  if (!trimmed.startsWith('{')) return []
  try {
    const { receipt_jwt: one, receipts, ...readable } = JSON.parse(trimmed) as Record<string, unknown>
    // What can be read beside the signed text is compared with it by the service.
    if (['receipt', 'certificate', 'results'].some((name) => name in readable)) return []
    const all: unknown[] = Array.isArray(receipts) ? receipts : [one]
    return all.length <= MOST_RECEIPTS && all.every((jwt): jwt is string => typeof jwt === 'string') ? all : []
  } catch {
    return []
  }
}

/**
 * Checks a signed receipt with published keys, by the browser's own cryptography and without the service: ES256 by the
 * key whose thumbprint (RFC 7638) the header names, of the exact type of a receipt.
 * @param jwks a parsed JSON Web Key Set
 * @throws ReceiptHereError
 */
export async function readReceiptHere(jwt: string, jwks: unknown): Promise<ReceiptHere> {
  const [head = '', payload = '', signature = '', ...more] = jwt.split('.')
  if (more.length > 0) throw new ReceiptHereError('not three parts')
  const header = json(head)
  if (header.alg !== 'ES256' || !TYPES.includes(String(header.typ)) || 'crit' in header || 'b64' in header)
    throw new ReceiptHereError('no receipt')
  const key = await keyOf(jwks, header.kid)
  const signed = new TextEncoder().encode(`${head}.${payload}`)
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
  if (!(await crypto.subtle.verify(algorithm, key, bytes(signature), signed)))
    throw new ReceiptHereError('the signature does not hold')
  return claimsOf(json(payload), header.typ === TYPES[1])
}

function claimsOf(claims: Record<string, unknown>, isBatch: boolean): ReceiptHere {
  const listed: unknown = isBatch ? claims.results : [claims]
  if (!Array.isArray(listed) || typeof claims.jti !== 'string') throw new ReceiptHereError('no claims')
  const results = listed.map((one: unknown) => {
    const { serial, overall_status: status, verified_at: at } = one as Record<string, unknown>
    if (typeof serial !== 'string' || typeof status !== 'string' || typeof at !== 'string' || !STATUS.test(status))
      throw new ReceiptHereError('no result')
    return { serial, status, at }
  })
  return { id: claims.jti, reference: typeof claims.reference === 'string' ? claims.reference : null, results }
}

async function keyOf(jwks: unknown, kid: unknown): Promise<CryptoKey> {
  const { keys } = (jwks ?? {}) as { keys?: unknown }
  for (const member of Array.isArray(keys) ? (keys as unknown[]) : []) {
    const { kty, crv, x, y } = (member ?? {}) as Record<string, unknown>
    if (kty !== 'EC' || crv !== 'P-256' || typeof x !== 'string' || typeof y !== 'string') continue
    if ((await thumbprint(x, y)) !== kid) continue
    const jwk = { kty, crv, x, y }
    return crypto.subtle.importKey('jwk', jwk, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify'])
  }
  throw new ReceiptHereError('no published key signed it')
}

async function thumbprint(x: string, y: string): Promise<string> {
  const canonical = new TextEncoder().encode(JSON.stringify({ crv: 'P-256', kty: 'EC', x, y }))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', canonical))
  return btoa(String.fromCharCode(...digest))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

function bytes(base64url: string): Uint8Array<ArrayBuffer> {
  try {
    const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(binary, (character) => character.charCodeAt(0))
  } catch {
    throw new ReceiptHereError('not base64url')
  }
}

function json(part: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes(part)))
    if (typeof parsed === 'object' && parsed !== null) return parsed as Record<string, unknown>
  } catch {
    // Said below.
  }
  throw new ReceiptHereError('not JSON')
}
