import type { OverallStatus } from '@/lib/contract/check/verification'

/** Everything that a receipt's page shows and carries. Times in milliseconds since 1970. */
export interface ReceiptDocument {
  /** UUID. */
  id: string
  serial: string
  outcome: OverallStatus
  verifiedAt: number
  /** Given by the requester, not checked. */
  reference: string | null
  /** What the certificate said; null when the record fails its check, and then nothing of it is shown. */
  certificate: {
    fullName: string
    registrationNumber: string | null
    eventTitle: string
    achievement: string
    issuerName: string
    /** Empty while the issuer has not proven one. */
    verifiedDomain: string
    issuedAt: number
    expiresAt: number | null
    withdrawnAt: number | null
  } | null
  /** The service's key that signed. */
  keyThumbprint: string
  certificateSha256: string
  /** Where the service is, as a person types it. */
  host: string
  keySetUrl: string
  /** The page that reads receipts. */
  receiptsUrl: string
  /** Attached byte for byte. */
  receiptJwt: string
  receiptJson: string
}
