import type { BatchReceiptClaims } from '@/lib/contract/check/batch'
import { serialKey } from '@/lib/domain/certificate/serial'

/**
 * Whether a result in the readable form of a batch receipt says what was signed of it, member for member. What replaced a certificate
 * is not signed: only one that was replaced may name it.
 * @param shown the result, whatever it is
 * @param shownSha256 the hash of the certificate in it, as the claim has it
 */
export function saysWhatWasSigned(
  claim: BatchReceiptClaims['results'][number],
  shown: unknown,
  shownSha256: string | null,
): boolean {
  const { certificate_sha256: hash, overall_status: status } = claim
  if (serialKey(String(member(shown, 'serial'))) !== serialKey(claim.serial) || member(shown, 'error') !== null)
    return false
  const replacement = member(shown, 'replacement_certificate') ?? null
  if (replacement !== null && status !== 'superseded') return false
  const [found, certificate, check] = [
    member(shown, 'found'),
    member(shown, 'certificate'),
    member(shown, 'verification'),
  ]
  if (hash === null) return found === false && certificate === null && check === null
  const isSame = member(check, 'overall_status') === status && member(check, 'verified_at') === claim.verified_at
  return found === true && shownSha256 === hash && isSame
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
}
