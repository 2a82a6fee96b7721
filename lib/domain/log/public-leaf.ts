import { z } from 'zod'
import { canonicalJson } from '@/lib/crypto/encoding/canonical-json'
import { parseStrictJson } from '@/lib/crypto/encoding/strict-json'
import { LogFormatError } from '@/lib/crypto/tlog/log-format-error'

const PREFIX = 'certificate-verification/'
const hash = z.string().regex(/^[0-9a-f]{64}$/)
const at = z.int().nonnegative()
const words = z.string().max(2048)

/** Times are milliseconds since 1970. */
const SHAPES = {
  'log-begin/v1': z.strictObject({
    at,
    origin: words,
    vkey: words,
    /** base64url of the 32 bytes. */
    vrf_key: z.string().regex(/^[\w-]{43}$/),
  }),
  'log-chain/v1': z.strictObject({
    at,
    chain: z.enum(['issuer', 'key']),
    chain_id: z.uuid(),
    detail: words.nullable(),
    event_sha256: hash,
    sequence: z.int().positive(),
    type: z.enum(['suspended', 'resumed', 'retired', 'compromised']),
  }),
  'log-key/v1': z.strictObject({
    algorithm: z.enum(['ES256', 'EdDSA']),
    at,
    key_id: words,
    /** `log`, `witness`, `service`, or the DID of an issuer. */
    owner: words,
    public_jwk: z.union([
      z.strictObject({ crv: z.literal('P-256'), kty: z.literal('EC'), x: words, y: words }),
      z.strictObject({ crv: z.literal('Ed25519'), kty: z.literal('OKP'), x: words }),
    ]),
    state: z.enum(['active', 'retired', 'compromised']),
  }),
  'log-issuer/v1': z.strictObject({
    at,
    did: words,
    /** null unless it is assured. */
    domain: words.nullable(),
    id: z.uuid(),
    /** Of a natural person only a salted hash. */
    name: z.union([words, z.strictObject({ salted_sha256: hash })]),
  }),
  'log-list/v1': z.strictObject({ at, bits_sha256: hash, list_id: z.uuid() }),
  'log-notice/v1': z.strictObject({
    at,
    from: z.int().nonnegative().nullable(),
    notice: z.enum(['intake-end', 'delayed', 'lost']),
    to: z.int().nonnegative().nullable(),
  }),
} as const

type Shapes = typeof SHAPES
type PublicLeafKind = keyof Shapes

/** A leaf that everybody can read (spec part 18). */
export type PublicLeaf = { [Kind in PublicLeafKind]: { kind: Kind; fields: z.infer<Shapes[Kind]> } }[PublicLeafKind]

/** A public leaf of a version that is not known here: told, never taken for a fault. */
export interface UnknownLeaf {
  kind: 'unknown'
  name: string
}

const shapes = new Map<string, z.ZodType>(Object.entries(SHAPES))

/**
 * The bytes of a public leaf: canonical JSON.
 * @throws ZodError when the fields are not those of their kind
 */
export function publicLeafBytes({ kind, fields }: PublicLeaf): Buffer {
  const checked = shapes.get(kind)?.parse(fields) as object
  return Buffer.from(canonicalJson({ ...checked, kind: PREFIX + kind }))
}

/** @throws LogFormatError when the bytes are no public leaf in its one spelling */
export function parsePublicLeaf(bytes: Buffer): PublicLeaf | UnknownLeaf {
  const { kind, ...fields } = readObject(bytes)
  if (typeof kind !== 'string' || !kind.startsWith(PREFIX)) throw new LogFormatError('The leaf names no kind of ours.')
  const name = kind.slice(PREFIX.length)
  const parsed = shapes.get(name)?.safeParse(fields)
  if (!parsed) return { kind: 'unknown', name }
  if (!parsed.success) throw new LogFormatError(`The leaf does not say what ${name} says.`)
  return { kind: name, fields: parsed.data } as PublicLeaf
}

function readObject(bytes: Buffer): Record<string, unknown> {
  let value: unknown
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    value = parseStrictJson(text, { maxDepth: 8 })
  } catch {
    throw new LogFormatError('The leaf is neither sealed nor JSON.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value) || canonicalOf(value) !== text) {
    throw new LogFormatError('The leaf is not an object in canonical JSON.')
  }
  return value as Record<string, unknown>
}

function canonicalOf(value: unknown): string | null {
  try {
    return canonicalJson(value)
  } catch {
    return null
  }
}
