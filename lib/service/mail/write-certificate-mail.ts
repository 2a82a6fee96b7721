import { verificationUrl } from '@/lib/domain/certificate/present-certificate'
import type { ReadContent } from '@/lib/domain/certificate/signed-content'
import type { Judgement } from '@/lib/domain/history/judgement'
import { mailValue } from '@/lib/domain/text/mail-value'
import { env } from '@/lib/env'
import { undetermined } from '@/lib/errors'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { findIssuerVoice, type IssuerVoice } from './issuer-voice'
import type { CertificateMailKind, MailContent } from './mail-content'
import type { MailVoice, MailWords } from './mail-words'

/** What a message says of a certificate. */
type Told = Pick<ReadContent, 'serial' | 'issuerName' | 'fullName' | 'eventTitle' | 'achievement'>

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
  const words = async () =>
    certificateWords(
      content,
      certificate.content,
      certificate.row.withdrawalReason,
      voice,
      await findIssuerVoice(certificate),
    )
  if (content.kind === 'withdrawal')
    return certificate.folded.status === 'withdrawn' ? words() : { dropped: 'not_withdrawn' }
  const stands: Judgement['overallStatus'][] = ['verified', 'expired']
  // A suspended issuer may be resumed: its recipients are told then.
  if (overallStatus === 'issuer_suspended') throw undetermined('the issuer is suspended')
  if (!stands.includes(overallStatus)) return { dropped: overallStatus }
  return words()
}

/**
 * What a message about a certificate says.
 * @param reason the public reason of a withdrawal, or null
 * @param sender what the issuer adds
 */
export function certificateWords(
  content: CertificateContent,
  certificate: Told,
  reason: string | null,
  voice: MailVoice,
  sender: IssuerVoice,
): MailWords {
  const { replyTo } = sender
  const words = wordsOf(content, certificate, reason, voice, sender)
  if (replyTo === null) return words
  const answers = voice.say('mail.replyTo', { issuer: certificate.issuerName }, { address: replyTo })
  return { ...words, paragraphs: [...words.paragraphs, { text: answers }], replyTo }
}

function wordsOf(
  content: CertificateContent,
  certificate: Told,
  reason: string | null,
  voice: MailVoice,
  sender: IssuerVoice,
): MailWords {
  switch (content.kind) {
    case 'certificate':
      return issued(certificate, voice, sender.words)
    case 'correction':
      return correction(certificate, voice, content.replaced)
    case 'withdrawal':
      return withdrawal(certificate, voice, reason)
  }
}

function issued(certificate: Told, { say, dir }: MailVoice, added: readonly string[]): MailWords {
  const values = valuesOf(certificate)
  return {
    subject: say('mail.certificate.subject', values),
    paragraphs: [
      { text: say('mail.certificate.sentence', values) },
      serialOf(certificate, say),
      { text: say('mail.certificate.link') },
      linkOf(certificate),
      ...(added.length > 0 ? [{ text: say('mail.certificate.added', values) }] : []),
      ...added.map((text) => ({ text: mailValue(text, dir) })),
    ],
    why: say('mail.why.certificate', values),
  }
}

function correction(certificate: Told, { say }: MailVoice, replaced: string): MailWords {
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

function withdrawal(certificate: Told, { say }: MailVoice, reason: string | null): MailWords {
  const values = valuesOf(certificate)
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

function valuesOf({ issuerName: issuer, fullName: name, eventTitle: event, achievement }: Told) {
  return { issuer, name, event, achievement }
}

function serialOf({ serial }: Told, say: MailVoice['say']) {
  return { text: say('mail.serial', { serial }) }
}

function linkOf({ serial }: Told) {
  return { link: verificationUrl(env().BASE_URL, serial) }
}
