import type { DocumentAnswer } from '@/lib/contract/check/document'
import { CHECK_IDS } from '@/lib/contract/check/verification'
import { presentVerification } from './present-verification'
import type { CheckedDocument } from './verify-document'

const NO_RECORD = 'The file names several certificates, so no record was checked for it.'

/** The body of an answer to a check of a file (spec part 5). */
export function presentDocument(result: CheckedDocument): DocumentAnswer {
  const { document, checked, checkedAt, overallStatus } = result
  if (checked) {
    const answer = presentVerification(checked)
    return { ...answer, verification: { ...answer.verification, overall_status: overallStatus }, document }
  }
  return {
    success: true,
    certificate: null,
    verification: {
      overall_status: overallStatus,
      cryptographic_valid: false,
      verified_at: new Date(checkedAt).toISOString(),
      checks: CHECK_IDS.map((id) => ({ id, result: 'not_applicable', message: NO_RECORD })),
    },
    replacement_certificate: null,
    log: null,
    document,
  }
}
