import { randomBytes } from 'node:crypto'
import { encodeBase64url } from '@/lib/crypto/encoding/base64url'
import type { KeySource } from './key-source'
import { keyedMac, verifyKeyedMac } from './keyed-mac'

/** A column's value, as the database's driver gives it. */
export type Sealable = string | number | boolean | Date | Uint8Array | null

/** What a seal is bound to: the table, and the values of the row's key and of whatever in it grants something. */
export interface SealedFacts {
  table: string
  values: Record<string, Sealable>
}

const LABEL = 'certificate-verification/row-seal/v1'
const NONCE_BYTES = 12

/**
 * Seals a row (docs/decisions/0039): who can write to the database, but does not know the key encryption key, can neither
 * make a row that counts nor change one. No two seals are alike, not even of equal rows, so that one that has ended is
 * never needed again.
 * @param keyEncryptionKey 32 bytes
 * @returns `<nonce>.<mac>`, both base64url
 */
export function sealRow(keyEncryptionKey: KeySource, facts: SealedFacts): string {
  const nonce = encodeBase64url(randomBytes(NONCE_BYTES))
  return `${nonce}.${encodeBase64url(keyedMac(keyEncryptionKey, LABEL, valueOf(facts, nonce)))}`
}

/** Whether `sealRow` made this seal for this very row; null is none. */
export function verifyRowSeal(keyEncryptionKey: KeySource, facts: SealedFacts, seal: string | null): boolean {
  const [nonce = '', mac = '', ...more] = seal?.split('.') ?? []
  return more.length === 0 && verifyKeyedMac(keyEncryptionKey, LABEL, valueOf(facts, nonce), mac)
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
  return value instanceof Uint8Array ? encodeBase64url(value) : value
}
