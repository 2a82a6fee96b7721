import { hasLongWord, isRecordedLater } from '@/components/verdict/certificate-details'
import type { CheckView } from './verdict-slots'

/** Times of a probe are years apart, so that none stands in another; two probes share none. */
const time = (probe: number, which: number) =>
  new Date(Date.UTC(2000 + 100 * probe + 7 * which, which, 2 + which, 3, 4 + which)).toISOString()

/**
 * A check that never was, of the same shape as another, with a text in each slot that stands nowhere else on its page.
 * @param probe 1 or more: probes of other numbers have other texts
 */
export function probeOf(view: CheckView, probe: number): CheckView {
  const { answer } = view
  const { certificate, verification, log } = answer
  const text = (which: string) => `${which}<&"'>${probe}`
  const at = (which: number) => time(probe, which)
  const ifAny = <T>(one: T, other: string) => (one ? other : one)
  const serial = certificate.serial.replace(/[0-9A-Z]/g, (_, place: number) => 'QZXJWKVP'.charAt((place + probe) % 8))
  const id = `00000000-0000-4000-8000-${String(probe).padStart(12, '0')}`
  const issuedAt = at(1)
  const own = (address: string) => address.replaceAll(certificate.serial, serial)
  const [full_name, title] = [
    text(hasLongWord(certificate.recipient.full_name) ? 'n'.repeat(19) : 'name'),
    text('title'),
  ]
  return {
    ...view,
    address: own(view.address),
    ...(view.copies && { copies: view.copies.map(({ kind, href }) => ({ kind, href: own(href) })) }),
    answer: {
      ...answer,
      verification: { ...verification, verified_at: at(0) },
      ...(log && {
        log: {
          ...log,
          entered_at: ifAny(log.entered_at, at(6)),
          witnessed_at: ifAny(log.witnessed_at, at(7)),
          proof_url: log.proof_url && own(log.proof_url),
        },
      }),
      certificate: {
        ...certificate,
        id,
        serial,
        issued_at: issuedAt,
        recorded_at: isRecordedLater(certificate) ? at(2) : issuedAt,
        expires_at: ifAny(certificate.expires_at, at(3)),
        withdrawn_at: ifAny(certificate.withdrawn_at, at(4)),
        withdrawal_reason: ifAny(certificate.withdrawal_reason, text('reason')),
        recipient: {
          full_name,
          registration_number: ifAny(certificate.recipient.registration_number, text('number')),
        },
        event: {
          title,
          achievement: text('achievement'),
          date: ifAny(certificate.event.date, at(5).slice(0, 10)),
        },
        issuer: {
          ...certificate.issuer,
          name: ifAny(certificate.issuer.name, text('issuer')),
          slug: ifAny(certificate.issuer.slug, `slug-of-${probe}`),
          verified_domain: ifAny(certificate.issuer.verified_domain, `domain-${probe}.example`),
        },
        verification_url: own(certificate.verification_url),
        ...(certificate.pdf_url !== undefined && { pdf_url: certificate.pdf_url.replaceAll(certificate.id, id) }),
      },
    },
  }
}
