import type { SignedFormHashes } from '@/lib/domain/history/event'

/** Forms that wait for their event, at most: those of a few thousand certificates, which wait for milliseconds. */
const MOST = 30_000

/**
 * The signed forms that this signer made and that no event names yet. An event of issuing may only name such, so nobody
 * gets an event for a certificate that the signer did not look at, or two for one.
 */
export class SignedHere {
  readonly #waiting = new Set<string>()

  /** @param hash SHA-256 of a signed form, in lowercase hexadecimal */
  add(hash: string): void {
    this.#waiting.add(hash)
    // The oldest first: a transaction that was given up leaves its forms behind.
    for (const oldest of this.#waiting) {
      if (this.#waiting.size <= MOST) break
      this.#waiting.delete(oldest)
    }
  }

  /** Takes the three forms of one certificate; false when one is not there, and then none is taken. */
  take({ vcJwt, openBadgeJsonld, openBadgeJwt }: SignedFormHashes): boolean {
    const hashes = [vcJwt, openBadgeJsonld, openBadgeJwt]
    if (new Set(hashes).size < 3 || !hashes.every((hash) => this.#waiting.has(hash))) return false
    for (const hash of hashes) this.#waiting.delete(hash)
    return true
  }
}
