import type { PageDesign } from './page-design'

/** Everything that a certificate's page shows and carries. Times in milliseconds since 1970, in whole seconds. */
export interface CertificateDocument {
  serial: string
  fullName: string
  registrationNumber: string | null
  eventTitle: string
  achievement: string
  /** YYYY-MM-DD */
  eventDate: string | null
  issuedAt: number
  expiresAt: number | null
  issuerName: string
  /** Empty while the issuer has not proven one; then none is shown. */
  verifiedDomain: string
  /** What the QR code opens. */
  verificationUrl: string
  /** Where to check, as a person types it. */
  host: string
  /** The signed `vc+jwt`, attached byte for byte. */
  credential: string
  /** Null for the page that the service has of its own: version 0. */
  design?: PageDesign | null
}

/** A certificate's file, and what made it: the same document gives the same bytes in the same versions. */
export interface RenderedCertificate {
  pdf: Uint8Array
  /** Version of the template. */
  template: string
  /** The first half of the SHA-256 over the fonts' bytes, so that a changed font is a changed version. */
  fonts: string
  /** Name and version of the typesetter. */
  generator: string
}
