import type { LogWire, VerifyAnswer } from '@/lib/contract/check/verification'
import { presentCertificate } from '@/lib/domain/certificate/present-certificate'
import type { CertificateLog } from '@/lib/domain/history/certificate-log'
import type { CheckedCertificate } from '@/lib/domain/history/judgement'
import { env } from '@/lib/env'
import { witnessedHead } from '@/lib/store/log/witness/witnessed-head'
import type { CheckedSerial } from './check-certificate'

/** The body of an answer to a verification (interface.md 4.1, spec part 3). */
export function presentVerification({ judgement, replacement, checkedAt, log }: CheckedSerial): VerifyAnswer {
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
    log: log && presentLog(log, judgement.certificate, baseUrl),
  }
}

/** How a certificate stands in the public log, as it is answered. */
export function presentLog(log: CertificateLog, certificate: CheckedCertificate, baseUrl: string): LogWire {
  const head = witnessedHead()
  const watched = head?.origin === log.origin ? head : null
  const serial = certificate.kind === 'genuine' ? certificate.content.serial : certificate.serial
  return {
    origin: log.origin,
    index: log.index,
    tree_size: log.treeSize,
    state: log.state,
    entered_at: log.enteredAt === null ? null : new Date(log.enteredAt).toISOString(),
    witnesses: watched?.names ?? [],
    witnessed_at: watched ? new Date(watched.at).toISOString() : null,
    proof_url:
      log.index === null ? null : `${baseUrl}/api/public/credentials/verify/${encodeURIComponent(serial)}/log-proof`,
  }
}
