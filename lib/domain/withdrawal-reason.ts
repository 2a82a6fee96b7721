import { canonicalJson } from '@/lib/crypto/canonical-json'
import { sha256Hex } from '@/lib/crypto/sha256'

/**
 * The detail of a withdrawal event: a salted digest of the public reason, so that the reason is bound to the signed
 * history without standing in it (events hold no personal data, and an operator may write a name).
 * @param reason the reason given for the public, or null
 * @param salt random text, kept beside the reason and removed with it
 */
export function withdrawalDetail(reason: string | null, salt: string | null): string {
  return canonicalJson({ public_reason: reason === null ? null : sha256Hex(`${salt ?? ''}\n${reason}`) })
}

/** Whether a stored public reason is the one that the signed withdrawal event speaks of. */
export function isSignedReason(detail: string | null, reason: string | null, salt: string | null): boolean {
  return detail === withdrawalDetail(reason, salt)
}
