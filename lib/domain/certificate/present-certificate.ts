import type { CertificateWire } from '@/lib/contract/check/certificate'
import type { CheckedCertificate, GenuineCertificate, InvalidCertificate } from '@/lib/domain/history/judgement'
import { assuranceLabel } from '@/lib/domain/issuer/assurance-label'

/** The address of a serial's public page, which the QR code and `verification_url` hold. */
export function verificationUrl(baseUrl: string, serial: string): string {
  return `${baseUrl}/verify/${encodeURIComponent(serial)}`
}

/**
 * The wire form of a checked certificate (interface.md part 2, spec part 3).
 * @param baseUrl origin of the service
 */
export function presentCertificate(certificate: CheckedCertificate, baseUrl: string): CertificateWire {
  return certificate.kind === 'genuine' ? presentGenuine(certificate, baseUrl) : presentInvalid(certificate)
}

function presentGenuine({ row, issuer, folded, content, pdf }: GenuineCertificate, baseUrl: string): CertificateWire {
  const wire: CertificateWire = {
    id: content.id,
    serial: content.serial,
    status: folded.status,
    revision: folded.revision,
    issued_at: isoTime(content.issuedAt),
    expires_at: content.expiresAt === null ? null : isoTime(content.expiresAt),
    recorded_at: isoTime(folded.signedAt),
    withdrawn_at: folded.withdrawnAt === null ? null : isoTime(folded.withdrawnAt),
    withdrawal_reason: row.withdrawalReason,
    recipient: { full_name: content.fullName, registration_number: content.registrationNumber },
    event: { title: content.eventTitle, achievement: content.achievement, date: content.eventDate },
    issuer: {
      name: content.issuerName,
      slug: issuer.slug,
      verified_domain: content.verifiedDomain,
      assurance_label: assuranceLabel(content.verifiedDomain, issuer),
    },
    verification_url: verificationUrl(baseUrl, content.serial),
  }
  // Absent once it is withdrawn or replaced: its files are no longer served.
  if (pdf && folded.status === 'issued') wire.pdf_url = `${baseUrl}/api/public/credentials/${content.id}/pdf`
  return wire
}

/** The same shape with nothing in it: an invalid record must never lend its name to anyone. */
function presentInvalid({ serial, revision, issuedAt }: InvalidCertificate): CertificateWire {
  return {
    id: '',
    serial,
    status: 'invalid',
    revision,
    issued_at: isoTime(issuedAt),
    expires_at: null,
    recorded_at: '',
    withdrawn_at: null,
    withdrawal_reason: null,
    recipient: { full_name: '', registration_number: null },
    event: { title: '', achievement: '', date: null },
    issuer: { name: '', slug: '', verified_domain: '', assurance_label: '' },
    verification_url: '',
  }
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
