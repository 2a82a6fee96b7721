import type { CheckId, OverallStatus } from './answers'
import { own } from './own'

/** Every outcome; the compiler holds it against the contract. */
const STATUSES: Record<OverallStatus, true> = {
  invalid: true,
  withdrawn: true,
  superseded: true,
  issuer_suspended: true,
  expired: true,
  document_altered: true,
  verified: true,
}

/** Every part of a check, in order, and whether it may have had nothing to look at in a certificate that is `verified`. */
const PARTS: Record<CheckId, boolean> = {
  integrity: false,
  signature: false,
  issuer_key: false,
  status: false,
  issuer_standing: false,
  validity_period: true,
}

/** Whether a text is an outcome of a check. */
export function isOutcome(value: unknown): value is OverallStatus {
  return typeof value === 'string' && Object.hasOwn(STATUSES, value)
}

/**
 * The outcome of a check, if its parts agree with it.
 * @returns null for what is no certificate with its check, and for a `verified` that a part of the answer contradicts
 */
export function outcomeOf(certificate: unknown, verification: unknown): OverallStatus | null {
  const outcome = own(verification, 'overall_status')
  if (!isOutcome(outcome) || !isCertificate(certificate)) return null
  return outcome !== 'verified' || isWholly(certificate, verification) ? outcome : null
}

/** Whether everything that a certificate is compared by is there. */
export function isCertificate(value: unknown): boolean {
  const texts = [
    ...['id', 'serial', 'status'].map((name) => own(value, name)),
    own(own(value, 'recipient'), 'full_name'),
    ...['title', 'achievement'].map((name) => own(own(value, 'event'), name)),
    ...['name', 'verified_domain'].map((name) => own(own(value, 'issuer'), name)),
  ]
  return texts.every((text) => typeof text === 'string')
}

function isWholly(certificate: unknown, verification: unknown): boolean {
  const checks = own(verification, 'checks')
  const parts = Object.entries(PARTS)
  if (own(certificate, 'status') !== 'issued' || own(verification, 'cryptographic_valid') !== true) return false
  if (!Array.isArray(checks) || checks.length !== parts.length) return false
  return parts.every(([id, mayBeIdle], index) => {
    const result = own(checks[index], 'result')
    return own(checks[index], 'id') === id && (result === 'passed' || (mayBeIdle && result === 'not_applicable'))
  })
}
