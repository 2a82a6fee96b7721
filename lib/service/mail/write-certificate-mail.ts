import { verificationUrl } from '@/lib/domain/certificate/present-certificate'
import type { ReadContent } from '@/lib/domain/certificate/signed-content'
import type { GenuineCertificate, Judgement } from '@/lib/domain/history/judgement'
import { mailValue } from '@/lib/domain/text/mail-value'
import { env } from '@/lib/env'
import { undetermined } from '@/lib/errors'
import { checkCertificate, type CheckedSerial } from '@/lib/service/check/check-certificate'
import { workingPool } from '@/lib/store/database/database'
import { isLaterVersionTold } from '@/lib/store/mail/mail-messages'
import { findIssuerVoice, type IssuerVoice } from './issuer-voice'
import type { CertificateMailKind, MailContent } from './mail-content'
import type { MailVoice, MailWords } from './mail-words'

/** What a message says of a certificate. */
type Told = Pick<ReadContent, 'serial' | 'issuerName' | 'fullName' | 'eventTitle' | 'achievement'>

type CertificateContent = Extract<MailContent, { kind: CertificateMailKind }>

/** What is said of it, and which serials it replaced, the oldest first. */
type Said = { kind: 'certificate' } | { kind: 'correction' | 'withdrawal'; replaced: readonly string[] }

/**
 * Writes a recipient's message about their certificate, from the verified payload as it is now. Of one that was replaced while the
 * message waited it tells the current one, unless a message about a later version does (decision 144).
 * @returns what to say, or why there is nothing to say any more: it was withdrawn meanwhile, is told by another message, or
 *   fails its check
 * @throws ServiceError `unavailable` when it cannot be checked now
 */
export async function writeCertificateMail(
  content: CertificateContent,
  voice: MailVoice,
  about: { serial: string; certificateId: string },
): Promise<MailWords | { dropped: string }> {
  const checked = await checkCertificate(about.serial)
  if (!checked || checked.certificateId !== about.certificateId) return { dropped: 'no_certificate' }
  const { judgement, replacement } = checked
  const words = async (certificate: GenuineCertificate, said: Said) => {
    const { content: told, row } = certificate
    return certificateWords(said, told, row.withdrawalReason, voice, await findIssuerVoice(certificate))
  }
  if (content.kind === 'withdrawal') {
    const { certificate } = judgement
    if (certificate.kind === 'invalid') return { dropped: 'invalid' }
    if (certificate.folded.status !== 'withdrawn') return { dropped: 'not_withdrawn' }
    return words(certificate, { kind: 'withdrawal', replaced: replacedBy(certificate, checked) })
  }
  if (replacement && (await isLaterVersionTold(workingPool(), about.certificateId))) return { dropped: 'superseded' }
  const { certificate, overallStatus } = replacement ?? judgement
  if (certificate.kind === 'invalid') return { dropped: 'invalid' }
  const stands: Judgement['overallStatus'][] = ['verified', 'expired']
  // A suspended issuer may be resumed: its recipients are told then.
  if (overallStatus === 'issuer_suspended') throw undetermined('the issuer is suspended')
  if (!stands.includes(overallStatus)) return { dropped: overallStatus }
  if (content.kind === 'certificate') return words(certificate, content)
  return words(certificate, { kind: 'correction', replaced: replacedBy(certificate, checked) })
}

/** The serials of all earlier versions: which of them its recipient has in hand nobody knows, since not each is told by mail. */
function replacedBy({ folded }: GenuineCertificate, { versions }: CheckedSerial): string[] {
  return versions.flatMap(({ certificate: one }) =>
    one.kind === 'genuine' && one.folded.revision < folded.revision ? [one.content.serial] : [],
  )
}

/**
 * What a message about a certificate says.
 * @param reason the public reason of a withdrawal, or null
 * @param sender what the issuer adds
 */
export function certificateWords(
  content: Said,
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
  content: Said,
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
      return withdrawal(certificate, voice, content.replaced, reason)
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
      ...added.map((text) => ({ quote: mailValue(text, dir) })),
    ],
    why: say('mail.why.certificate', values),
  }
}

function correction(certificate: Told, { say }: MailVoice, replaced: readonly string[]): MailWords {
  const values = valuesOf(certificate)
  return {
    subject: say('mail.correction.subject', values),
    paragraphs: [
      { text: say('mail.correction.sentence', values) },
      serialOf(certificate, say),
      ...replacedWords('correction', replaced, say),
      { text: say('mail.certificate.link') },
      linkOf(certificate),
    ],
    why: say('mail.why.certificate', values),
  }
}

/** What was replaced is named after a withdrawal as well, and that no version is valid: else the newest would seem to be. */
function replacedWords(
  kind: 'correction' | 'withdrawal',
  replaced: readonly string[],
  say: MailVoice['say'],
): { text: string }[] {
  const [serial] = replaced
  if (serial === undefined) return []
  if (replaced.length === 1) return [{ text: say(`mail.${kind}.replaced`, { serial }) }]
  return [
    { text: say(`mail.${kind}.replacedAll`) },
    ...replaced.map((one) => ({ text: say('mail.serial', { serial: one }) })),
  ]
}

function withdrawal(
  certificate: Told,
  { say }: MailVoice,
  replaced: readonly string[],
  reason: string | null,
): MailWords {
  const values = valuesOf(certificate)
  return {
    subject: say('mail.withdrawal.subject', values),
    paragraphs: [
      { text: say('mail.withdrawal.sentence', values) },
      serialOf(certificate, say),
      ...replacedWords('withdrawal', replaced, say),
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
