import type { CheckId, OverallStatus } from '@/lib/contract/check/verification'
import type { ReadContent } from '@/lib/domain/certificate/signed-content'
import type { CertificateRow, IssuerRow, StatedArtifact } from './evidence'
import type { FoldedCertificate } from './lineage-state'

export interface Check {
  id: CheckId
  result: 'passed' | 'failed' | 'not_applicable'
  message: string
}

/** A certificate whose bytes, signature, key and history agree: everything in it may be shown. */
export interface GenuineCertificate {
  kind: 'genuine'
  row: CertificateRow
  issuer: IssuerRow
  folded: FoldedCertificate
  content: ReadContent
  /** Its newest PDF, when the service's statement of it is good. */
  pdf: StatedArtifact | null
  /** Of a time that it was signed no PDF has a good statement. That was lost: each signing comes with a PDF. */
  lacksPdf: boolean
  /** A key that signed it was compromised afterwards: nobody else can verify it until it is signed again. */
  waitsForResigning: boolean
}

/** The PDF of its newest signing, null where it is not stated: that of an earlier one holds a credential that nobody else can verify. */
export function newestPdf({ pdf, folded }: Pick<GenuineCertificate, 'pdf' | 'folded'>): StatedArtifact | null {
  return pdf && pdf.createdAt >= (folded.signings.at(-1)?.at ?? 0) ? pdf : null
}

/** A certificate that fails its check: nothing of it may be shown but its serial and when the event says it was issued. */
export interface InvalidCertificate {
  kind: 'invalid'
  id: string
  serial: string
  /** 1 where the history does not tell. */
  revision: number
  /** Time of the event that issued it, in milliseconds since 1970; 0 where no signed event tells. */
  issuedAt: number
  /** It was signed with a key that counted as compromised by then. */
  signedAfterCompromise: boolean
}

export type CheckedCertificate = GenuineCertificate | InvalidCertificate

/** What a check of one certificate came to (spec part 3). */
export interface Judgement {
  certificate: CheckedCertificate
  overallStatus: Exclude<OverallStatus, 'document_altered'>
  /** The signature check alone: true for a genuine certificate that was withdrawn. */
  cryptographicValid: boolean
  checks: Check[]
}

/** What stands in the way of any verdict: 503, whatever else is known. */
export class Undetermined extends Error {
  override name = 'Undetermined'
}
