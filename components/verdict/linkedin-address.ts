import type { CertificateWire } from '@/lib/contract/check/certificate'

/**
 * The address of LinkedIn's form that adds a certificate to a profile, filled in. Nothing is sent to LinkedIn before
 * the reader opens it.
 */
export function linkedInAddress(certificate: CertificateWire): string {
  const { event, issuer, issued_at: issued, expires_at: expires, verification_url: url, serial } = certificate
  const fields = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: event.title,
    organizationName: issuer.name,
    ...monthOf('issue', issued),
    ...(expires === null ? {} : monthOf('expiration', expires)),
    certUrl: url,
    certId: serial,
  })
  return `https://www.linkedin.com/profile/add?${fields.toString()}`
}

function monthOf(what: 'issue' | 'expiration', time: string): Record<string, string> {
  const date = new Date(time)
  return { [`${what}Year`]: String(date.getUTCFullYear()), [`${what}Month`]: String(date.getUTCMonth() + 1) }
}
