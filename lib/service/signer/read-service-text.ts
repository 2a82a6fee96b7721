import { z } from 'zod'
import { batchReceiptClaimsShape } from '@/lib/contract/check/batch'
import { receiptClaimsShape } from '@/lib/contract/check/receipt'
import { manifestClaimsShape } from '@/lib/contract/manifest'
import { decodeBase64url } from '@/lib/crypto/encoding/base64url'
import { canonicalJson } from '@/lib/crypto/encoding/canonical-json'
import { parseStrictJson } from '@/lib/crypto/encoding/strict-json'
import { ARTIFACT_STATEMENT_TYPE, ARTIFACT_TYPES, artifactStatementPayload } from '@/lib/domain/certificate/artifact'
import { MANIFEST_TYPE } from '@/lib/domain/certificate/manifest-type'
import { statusChangeBytes } from '@/lib/domain/certificate/status-change'
import { eventBytes, type UnsignedEvent } from '@/lib/domain/history/event'
import { BATCH_RECEIPT_TYPE } from '@/lib/domain/receipt/batch-receipt'
import { RECEIPT_TYPE } from '@/lib/domain/receipt/receipt'

/** What a text that the service's key is to sign says. */
type ServiceText =
  | { kind: 'event'; event: UnsignedEvent }
  | { kind: 'status-change' }
  | { kind: 'receipt' | 'manifest' | 'artifact' }

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const time = z.int().min(0)
const place = z.int().min(1)

const eventShape = z
  .strictObject({
    actor: z.string().regex(/^[a-z0-9:._-]{1,128}$/i),
    at: time,
    certificate_id: z.uuid().nullable(),
    chain: z.enum(['lineage', 'issuer', 'key']),
    chain_id: z.uuid(),
    detail: z.string().max(10_000).nullable(),
    forms: z.strictObject({ open_badge_jsonld: sha256, open_badge_jwt: sha256, vc_jwt: sha256 }).nullable(),
    kind: z.literal('certificate-verification/event/v1'),
    previous_hash: sha256.nullable(),
    sequence: place,
    type: z.enum([
      ...(['issued', 'corrected', 'withdrawn', 'resigned', 'erased'] as const),
      ...(['suspended', 'resumed', 'retired', 'compromised'] as const),
    ]),
  })
  .refine(({ sequence, previous_hash: hash }) => (sequence === 1) === (hash === null))

const statusChangeShape = z.strictObject({
  at: time,
  kind: z.literal('certificate-verification/status-change/v1'),
  list_id: z.uuid(),
  previous_hash: sha256.nullable(),
  sequence: place,
  status_index: z.int().min(0),
})

const artifactShape = z.strictObject({
  certificate_id: z.uuid(),
  created_at: time,
  fonts: z.string().max(1000),
  generator: z.string().max(1000),
  id: z.uuid(),
  sha256,
  size: z.int().min(1),
  template: z.string().max(1000),
  type: z.enum(ARTIFACT_TYPES),
})

/**
 * Reads a text that the service's key is asked to sign: everything that it may sign for another process, spelled exactly as
 * we spell it. Statements about keys are not among it: whoever could have them signed could make keys of issuers.
 * @param keyId of the service's key, which a JWS must name
 * @returns null for everything else
 */
export function readServiceText(bytes: Buffer, keyId: string): ServiceText | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return text.startsWith('{') ? readEntry(text) : readToken(text, keyId)
  } catch {
    return null // what cannot be read is not signed
  }
}

function readEntry(text: string): ServiceText | null {
  const value = parseStrictJson(text, { maxDepth: 4 })
  const event = eventShape.safeParse(value)
  if (event.success) {
    const read = eventOf(event.data)
    return eventBytes(read) === text ? { kind: 'event', event: read } : null
  }
  const { at, list_id: listId, previous_hash: previousHash, ...change } = statusChangeShape.parse(value)
  const { sequence, status_index: statusIndex } = change
  const same = statusChangeBytes({ at, listId, previousHash, sequence, statusIndex }) === text
  return same ? { kind: 'status-change' } : null
}

function eventOf(read: z.infer<typeof eventShape>): UnsignedEvent {
  const { actor, at, chain, detail, forms, sequence, type } = read
  return {
    ...{ actor, at, chain, detail, sequence, type },
    chainId: read.chain_id,
    certificateId: read.certificate_id,
    previousHash: read.previous_hash,
    forms: forms && {
      vcJwt: forms.vc_jwt,
      openBadgeJsonld: forms.open_badge_jsonld,
      openBadgeJwt: forms.open_badge_jwt,
    },
  }
}

function readToken(text: string, keyId: string): ServiceText | null {
  const [head = '', body = '', ...more] = text.split('.')
  const [header, payload] = [decodeBase64url(head)?.toString('utf8'), decodeBase64url(body)?.toString('utf8')]
  if (more.length > 0 || header === undefined || payload === undefined) return null
  const { typ } = z
    .strictObject({ typ: z.string(), kid: z.literal(keyId), alg: z.literal('ES256') })
    .parse(parseStrictJson(header))
  const claims = parseStrictJson(payload)
  if (JSON.stringify({ typ, kid: keyId, alg: 'ES256' }) !== header || canonicalJson(claims) !== payload) return null
  if (typ === ARTIFACT_STATEMENT_TYPE) return isArtifact(claims, payload) ? { kind: 'artifact' } : null
  if (typ === RECEIPT_TYPE) return { kind: (receiptClaimsShape.strict().parse(claims), 'receipt') }
  if (typ === BATCH_RECEIPT_TYPE) return { kind: (batchReceiptClaimsShape.strict().parse(claims), 'receipt') }
  if (typ === MANIFEST_TYPE) return { kind: (manifestClaimsShape.parse(claims), 'manifest') }
  return null
}

function isArtifact(claims: unknown, payload: string): boolean {
  const { certificate_id: certificateId, created_at: createdAt, ...rest } = artifactShape.parse(claims)
  return artifactStatementPayload({ ...rest, certificateId, createdAt }) === payload
}
