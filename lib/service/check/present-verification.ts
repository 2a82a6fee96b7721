import type { VerifyAnswer } from '@/lib/contract/check/verification'
import { presentCertificate } from '@/lib/domain/certificate/present-certificate'
import { env } from '@/lib/env'
import type { CheckedSerial } from './check-certificate'

/** The body of an answer to a verification (interface.md 4.1, spec part 3). */
export function presentVerification({ judgement, replacement, checkedAt }: CheckedSerial): VerifyAnswer {
  const baseUrl = env().BASE_URL
  return {
    success: true,
    certificate: presentCertificate(judgement.certificate, baseUrl),
    verification: {
      overall_status: judgement.overallStatus,
      cryptographic_valid: judgement.cryptographicValid,
      verified_at: new Date(checkedAt).toISOString(),
      checks: judgement.checks,
    },
    replacement_certificate: replacement && presentCertificate(replacement.certificate, baseUrl),
  }
}
