import { canonicalJson } from '@/lib/crypto/encoding/canonical-json'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'

/**
 * The detail of a withdrawal event: a salted digest of the public reason. It binds the reason to the signed history
 * without putting it there, since events hold no personal data and an operator may write a name.
 * @param reason the reason given for the public, or null
 * @param salt random text, kept beside the reason and removed with it; null exactly where the reason is
 */
export function withdrawalDetail(reason: string | null, salt: string | null): string {
  // Framed as JSON: joined by a separator, a line of the reason could be moved into the salt and so be hidden.
  return canonicalJson({ public_reason: reason === null ? null : sha256Hex(canonicalJson([salt, reason])) })
}

/** Whether a stored public reason is the one that the signed withdrawal event speaks of. */
export function isSignedReason(detail: string | null, reason: string | null, salt: string | null): boolean {
  return (reason === null) === (salt === null) && detail === withdrawalDetail(reason, salt)
}
