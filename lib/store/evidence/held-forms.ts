import { randomBytes } from 'node:crypto'
import { RecentResults } from './recent-results'

/** The signed forms of a certificate: one with its bytes, all with their SHA-256. */
export interface HeldForms {
  /** The database's hash of all three, from `QUICK_HASH_SEED`. */
  quickHash: string
  vcJwt: string
  vcJwtSha256: string
  openBadgeJsonldSha256: string
  openBadgeJwtSha256: string
  /** The key that the proof inside the JSON-LD form names; null when it names none. */
  openBadgeKeyId: string | null
}

/**
 * The seed of this process's quick hashes, a number of 64 bits. It is in no row, so that someone who alters stored bytes
 * cannot look for others of the same hash.
 */
export const QUICK_HASH_SEED = String(randomBytes(8).readBigInt64BE())

/** About three kilobytes each. */
const MOST = 10_000
/** The quick hash is no cryptographic one: so long a process goes by it, until the forms are read whole again. */
const HELD_MS = 60_000

const held = new RecentResults<{ forms: HeldForms; until: number }>(MOST)

/**
 * The signed forms that were read lately of these serials. They never change under one hash, so the database is told
 * the hashes, and sends forms only if it makes another hash of the stored ones.
 * @returns the forms, by their quick hash
 */
export function heldForms(serialKeys: readonly string[]): Map<string, HeldForms> {
  const found = new Map<string, HeldForms>()
  for (const key of serialKeys) {
    const one = held.peek(key)
    if (one && performance.now() < one.until) found.set(one.forms.quickHash, one.forms)
  }
  return found
}

/** Holds what was just read, for a minute. */
export function holdForms(serialKey: string, forms: HeldForms): void {
  held.set(serialKey, { forms, until: performance.now() + HELD_MS })
}
