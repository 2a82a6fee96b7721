import type { VerificationKey } from '@/lib/crypto/signature/verification-key'
import type { BadgeErrorCode, BadgeFinding } from '@/lib/domain/badge/finding'
import { makeFinding } from '@/lib/domain/badge/make-finding'

/** How an issuer is named. */
export type IssuerMethod = 'did:key' | 'did:jwk' | 'did:web' | 'https'

/** Whether whoever made the key named it, so that nobody vouches for the name. */
export function isSelfAsserted(method: IssuerMethod | null): boolean {
  return method === 'did:key' || method === 'did:jwk'
}

/** What stands in the way of a key: wrong for good, or not to be told because something could not be reached. */
export interface KeyFailure {
  kind: 'failed' | 'undetermined'
  finding: BadgeFinding
}

/** The key of a verification method, found to be the issuer's, or why not. */
export type KeyResult = { kind: 'key'; key: VerificationKey; method: IssuerMethod } | KeyFailure

/** A failure for good. */
export function keyFailure(code: BadgeErrorCode, path: string, detail: string | null = null): KeyFailure {
  return { kind: 'failed', finding: makeFinding(code, path, detail) }
}
