import type { OverallStatus } from '@/lib/contract/check/verification'

/** A certificate in a passport as its holder sees it, from the verified payload. */
export interface ManagedCertificate {
  lineageId: string
  chosen: boolean
  /** `undetermined` where it could not be checked now. */
  overallStatus: OverallStatus | 'undetermined'
  /** Empty where nothing of the certificate is there. */
  serial: string
  /** Empty, like the event and the issuer, where the record fails its check, or could not be checked. */
  fullName: string
  eventTitle: string
  issuerName: string
}

/** A passport as its holder sees it. */
export interface ManagedPassport {
  handle: string
  url: string
  showName: boolean
  published: boolean
  /** Time of the checks. */
  checkedAt: Date
  certificates: ManagedCertificate[]
  /** How many its holder has refused, which issuers cannot add again. */
  refused: number
}
