import type { IssuerRow } from '@/lib/domain/history/evidence'

/** The words for how far an issuer's domain can be relied on (spec parts 3 and 11). */
export type AssuranceLabel = 'Domain verified' | 'Domain attested' | 'Domain check lapsed' | 'Domain not verified'

const LABELS = {
  verified: 'Domain verified',
  attested: 'Domain attested',
  lapsed: 'Domain check lapsed',
  none: 'Domain not verified',
} as const

/**
 * The label beside a certificate's issuer, as things stand now. It speaks of the domain that was signed: with none, or
 * with one that is no longer the issuer's, nothing is verified.
 */
export function assuranceLabel(signedDomain: string, issuer: Pick<IssuerRow, 'assurance' | 'domain'>): AssuranceLabel {
  return signedDomain === '' || signedDomain !== issuer.domain ? LABELS.none : LABELS[issuer.assurance]
}
