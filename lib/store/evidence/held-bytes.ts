import { RecentResults } from './recent-results'

/** Signed bytes, and their SHA-256 as this process computed it. */
export interface HeldBytes {
  vcJwt: string
  sha256: string
}

/** About three kilobytes each. */
const MOST = 10_000

const held = new RecentResults<HeldBytes>(MOST)

/**
 * The signed bytes that were read lately of these serials. They never change under one hash, so the database is told
 * the hashes and sends the bytes only where it has others.
 * @returns the bytes, by their SHA-256 in lowercase hexadecimal
 */
export function heldBytes(serialKeys: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const key of serialKeys) {
    const bytes = held.peek(key)
    if (bytes) found.set(bytes.sha256, bytes.vcJwt)
  }
  return found
}

/** Holds what was just read. */
export function holdBytes(serialKey: string, bytes: HeldBytes): void {
  held.set(serialKey, bytes)
}
