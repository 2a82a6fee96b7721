import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { canonicalJson } from '@/lib/crypto/encoding/canonical-json'
import { parseStrictJson } from '@/lib/crypto/encoding/strict-json'

const KIND = 'certificate-verification/log-entry/v1'
const TAG_LABEL = 'certificate-verification/log-tag/v1'
const KEY_BYTES = 32
const hash = z.string().regex(/^[0-9a-f]{64}$/)

const shape = z.strictObject({
  /** Milliseconds since 1970, as in the event. */
  at: z.int().nonnegative(),
  certificate_id: z.uuid(),
  detail: z.string().nullable(),
  /** `eventHash`, which hides who acted. */
  event_sha256: hash,
  forms: z.strictObject({ open_badge_jsonld: hash, open_badge_jwt: hash, vc_jwt: hash }).nullable(),
  issuer_id: z.uuid(),
  kind: z.literal(KIND),
  /** From 1, of this certificate. */
  place: z.int().positive(),
  status_change_sha256: hash.nullable(),
  type: z.enum(['issued', 'corrected', 'superseded', 'withdrawn', 'resigned', 'erased']),
})

/** What a sealed leaf is about; only whoever has its salt can show it (spec part 18). */
export type LogEntry = Omit<z.infer<typeof shape>, 'kind'>

/** The canonical JSON of an entry, which the commitment binds. */
export function logEntryText(entry: LogEntry): string {
  return canonicalJson({ ...entry, kind: KIND })
}

/** @returns null for what is not exactly the canonical text of an entry */
export function parseLogEntry(text: string): LogEntry | null {
  try {
    const { kind, ...entry } = shape.parse(parseStrictJson(text, { maxDepth: 4 }))
    return canonicalJson({ ...entry, kind }) === text ? entry : null
  } catch {
    return null
  }
}

/**
 * The commitment to an entry: HMAC-SHA-256 under its salt.
 * @param salt 32 random bytes of this leaf alone; without them nobody can try guesses
 */
export function commitTo(entryText: string, salt: Buffer): Buffer {
  if (salt.length !== KEY_BYTES) throw new TypeError('the salt of a leaf is 32 bytes')
  return createHmac('sha256', salt).update(entryText).digest()
}

/** Whether a commitment is to this entry under this salt. */
export function opensCommitment(commitment: Buffer, entryText: string, salt: Buffer): boolean {
  return salt.length === KEY_BYTES && timingSafeEqual(commitment, commitTo(entryText, salt))
}

/**
 * The tag of a certificate's leaf: one possible value for a serial and a place, so no serial can have two histories.
 * @param vrfOutput β over the UTF-8 bytes of the `serialKey`, 64 bytes
 * @param place from 1
 */
export function logTag(vrfOutput: Buffer, place: number): Buffer {
  return createHmac('sha256', vrfOutput.subarray(0, KEY_BYTES)).update(`${TAG_LABEL}\n${place}`).digest()
}
