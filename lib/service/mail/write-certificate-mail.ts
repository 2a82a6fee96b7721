import type { GenuineCertificate, Judgement } from '@/lib/domain/history/judgement'
import { verificationUrl } from '@/lib/domain/certificate/present-certificate'
import { env } from '@/lib/env'
import { undetermined } from '@/lib/errors'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import type { CertificateMailKind, MailContent } from './mail-content'
import type { MailVoice, MailWords } from './mail-words'

type CertificateContent = Extract<MailContent, { kind: CertificateMailKind }>

/**
 * Writes a recipient's message about their certificate, from the verified payload as it is now.
 * @returns what to say, or why there is nothing to say any more: it was replaced or withdrawn meanwhile, or fails its
 *   check
 * @throws ServiceError `unavailable` when it cannot be checked now
 */
export async function writeCertificateMail(
  content: CertificateContent,
  voice: MailVoice,
  about: { serial: string; certificateId: string },
): Promise<MailWords | { dropped: string }> {
  const checked = await checkCertificate(about.serial)
  if (!checked || checked.certificateId !== about.certificateId) return { dropped: 'no_certificate' }
  const { certificate, overallStatus } = checked.judgement
  if (certificate.kind === 'invalid') return { dropped: 'invalid' }
  if (content.kind === 'withdrawal')
    return certificate.folded.status === 'withdrawn' ? withdrawal(certificate, voice) : { dropped: 'not_withdrawn' }
  const stands: Judgement['overallStatus'][] = ['verified', 'expired']
  // A suspended issuer may be resumed: its recipients are told then.
  if (overallStatus === 'issuer_suspended') throw undetermined('the issuer is suspended')
  if (!stands.includes(overallStatus)) return { dropped: overallStatus }
  return content.kind === 'certificate' ? issued(certificate, voice) : correction(certificate, voice, content.replaced)
}

function issued(certificate: GenuineCertificate, { say }: MailVoice): MailWords {
  const values = valuesOf(certificate)
  return {
    subject: say('mail.certificate.subject', values),
    paragraphs: [
      { text: say('mail.certificate.sentence', values) },
      serialOf(certificate, say),
      { text: say('mail.certificate.link') },
      linkOf(certificate),
    ],
    why: say('mail.why.certificate', values),
  }
}

function correction(certificate: GenuineCertificate, { say }: MailVoice, replaced: string): MailWords {
  const values = valuesOf(certificate)
  return {
    subject: say('mail.correction.subject', values),
    paragraphs: [
      { text: say('mail.correction.sentence', values) },
      serialOf(certificate, say),
      { text: say('mail.correction.replaced', { serial: replaced }) },
      { text: say('mail.certificate.link') },
      linkOf(certificate),
    ],
    why: say('mail.why.certificate', values),
  }
}

function withdrawal(certificate: GenuineCertificate, { say }: MailVoice): MailWords {
  const values = valuesOf(certificate)
  const reason = certificate.row.withdrawalReason
  return {
    subject: say('mail.withdrawal.subject', values),
    paragraphs: [
      { text: say('mail.withdrawal.sentence', values) },
      serialOf(certificate, say),
      ...(reason === null ? [] : [{ text: say('mail.withdrawal.reason', { reason }) }]),
      { text: say('mail.withdrawal.link') },
      linkOf(certificate),
      { text: say('mail.withdrawal.ask', values) },
    ],
    why: say('mail.why.certificate', values),
  }
}

function valuesOf({ content }: GenuineCertificate) {
  const { fullName: name, eventTitle: event, achievement } = content
  return { issuer: content.issuerName, name, event, achievement }
}

function serialOf({ content }: GenuineCertificate, say: MailVoice['say']) {
  return { text: say('mail.serial', { serial: content.serial }) }
}

function linkOf({ content }: GenuineCertificate) {
  return { link: verificationUrl(env().BASE_URL, content.serial) }
}
