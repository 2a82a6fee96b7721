import { randomBytes } from 'node:crypto'
import { encodeBase64url } from '@/lib/crypto/encoding/base64url'
import { deskKey, deskPublicKey, type KeySource, onlyTheSigner } from './key-source'
import { keyedMac, verifyKeyedMac } from './keyed-mac'
import { isSignedRow, isVouched, signRow, vouch } from './vouched-row'

/** A column's value, as the database's driver gives it. */
export type Sealable = string | number | bigint | boolean | Date | Uint8Array | null

/**
 * Who can seal a row: the operator and the signer, by the root key; the desk, in secret or, where the public side shows the row,
 * by a signature that everyone checks; or whoever serves.
 */
export type Sealer = 'operator' | 'desk' | 'desk-shown' | 'anyone'

/** What a seal is bound to: the table, and the values of the row's key and of whatever in it grants something. */
export interface SealedFacts {
  table: string
  sealer: Sealer
  values: Record<string, Sealable>
}

/** The only one there was once, for every table. */
const EARLIER_LABEL = 'certificate-verification/row-seal/v1'
const LABELS: Record<Sealer, string> = {
  operator: 'certificate-verification/operator-row-seal/v1',
  desk: 'certificate-verification/desk-row-seal/v1',
  'desk-shown': 'certificate-verification/desk-row-signature/v1',
  anyone: EARLIER_LABEL,
}
const NONCE_BYTES = 12

/**
 * Seals a row (docs/decisions/0039): who can write to the database, but does not know the key of the row's sealer, can neither
 * make a row that counts nor change one. No two seals are alike, not even of equal rows, so that one that has ended is
 * never needed again.
 * @param source the key encryption key, 32 bytes, or what the signer handed out in its place
 * @returns `<nonce>.<mac>`, both base64url; of rows that others check, `<nonce>.<signature>`
 * @throws ServiceError `unavailable` in a process that may not seal such a row
 */
export function sealRow(source: KeySource, facts: SealedFacts): string {
  const nonce = encodeBase64url(randomBytes(NONCE_BYTES))
  const [label, value] = [LABELS[facts.sealer], valueOf(facts, nonce)]
  if (facts.sealer === 'desk-shown') return `${nonce}.${signRow(deskKey(source), label, value)}`
  if (facts.sealer !== 'operator') return `${nonce}.${encodeBase64url(keyedMac(source, label, value))}`
  if (!Buffer.isBuffer(source)) throw onlyTheSigner()
  return `${nonce}.${vouch(source, label, value)}`
}

/** Whether `sealRow` made this seal for this very row; null is none. */
export function verifyRowSeal(source: KeySource, facts: SealedFacts, seal: string | null): boolean {
  const label = LABELS[facts.sealer]
  return isGood(facts, seal, (value, mac) => {
    if (facts.sealer === 'desk-shown') return isSignedRow(deskPublicKey(source), label, value, mac)
    return (facts.sealer === 'operator' ? isVouched : verifyKeyedMac)(source, label, value, mac)
  })
}

/** Whether this is the seal that a row had before each sealer had a key of its own: for the migration that replaces it. */
export function verifyEarlierRowSeal(keyEncryptionKey: Buffer, facts: SealedFacts, seal: string | null): boolean {
  return isGood(facts, seal, (value, mac) => verifyKeyedMac(keyEncryptionKey, EARLIER_LABEL, value, mac))
}

function isGood(facts: SealedFacts, seal: string | null, verify: (value: unknown, mac: string) => boolean): boolean {
  const [nonce = '', mac = '', ...more] = seal?.split('.') ?? []
  return more.length === 0 && verify(valueOf(facts, nonce), mac)
}

/** A column always has the same type, so that its name says how its value is to be read. */
function valueOf({ table, values }: SealedFacts, nonce: string): unknown {
  return {
    table,
    nonce,
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, encode(value)])),
  }
}

function encode(value: Sealable): string | number | boolean | null {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'bigint') return String(value)
  return value instanceof Uint8Array ? encodeBase64url(value) : value
}
