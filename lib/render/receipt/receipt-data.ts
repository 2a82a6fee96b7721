import { REFERENCE_NOTE } from '@/lib/contract/check/receipt'
import type { OverallStatus } from '@/lib/contract/check/verification'
import type { MessageKey } from '@/lib/i18n/catalogues'
import { createTranslator } from '@/lib/i18n/translate'
import { longDate } from '@/lib/render/certificate/long-date'
import { LABEL_FAMILIES } from '@/lib/render/fonts/font-list'
import { textPiece, type TextPiece } from '@/lib/render/typeset/text-piece'
import { findUndrawableCharacter } from '@/lib/render/typeset/undrawable-character'
import type { ReceiptDocument } from './receipt-document'

const [GENUINE, REPLACED] = ['#0d5c3b', '#7a4a00']
/** The colour of what is not to be accepted. */
export const STOP = '#9b1c1c'
/** The colour of what says nothing about a certificate. */
export const UNKNOWN = '#3d4753'

/** The outcome in the words of the verification page, and its colour. */
export const RECEIPT_OUTCOMES: Record<OverallStatus, { heading: MessageKey; sentence: MessageKey; tone: string }> = {
  verified: { heading: 'genuine.heading', sentence: 'genuine.sentence', tone: GENUINE },
  superseded: { heading: 'replaced.heading', sentence: 'replaced.sentence', tone: REPLACED },
  withdrawn: { heading: 'withdrawn.heading', sentence: 'withdrawn.sentence', tone: STOP },
  expired: { heading: 'expired.heading', sentence: 'expired.sentence', tone: STOP },
  issuer_suspended: { heading: 'suspended.heading', sentence: 'suspended.sentence', tone: STOP },
  document_altered: { heading: 'altered.heading', sentence: 'altered.sentence', tone: STOP },
  invalid: { heading: 'invalid.heading', sentence: 'invalid.sentence', tone: STOP },
}

/** The faces of a receipt's own words. */
export const RECEIPT_FONTS = { latin: ['Noto Serif'], sans: LABEL_FAMILIES }

const UNDRAWABLE = '(in letters that this page cannot draw: see the attached receipt.json)'

interface Fact {
  label: string
  value: TextPiece
  large: boolean
  note: TextPiece | null
}

/** What the template of a receipt is given, as JSON: words, never source code. */
export function receiptData(document: ReceiptDocument) {
  const translator = createTranslator('en')
  const { heading, sentence, tone } = RECEIPT_OUTCOMES[document.outcome]
  const checked = momentOf(document.verifiedAt)
  const values = {
    issuer: drawable(document.certificate?.issuerName ?? ''),
    moment: translator.formatMoment(new Date(document.verifiedAt)),
  }
  const why = document.outcome === 'invalid' ? ` ${translator.t('invalid.why')}` : ''
  return {
    title: `Verification receipt: ${document.serial}`,
    description: `Receipt ${document.id} of a check of certificate ${document.serial} at ${checked}`,
    serial: document.serial,
    hostLine: label(document.host),
    tone,
    heading: translator.t(heading),
    // In English, whichever way the name runs that it begins with.
    sentence: { ...asSans(`${translator.t(sentence, values)}${why}`), rtl: false },
    facts: facts(document, checked),
    evidence: evidence(document),
    steps: receiptSteps(document),
    jwt: document.receiptJwt,
    json: document.receiptJson,
    fonts: RECEIPT_FONTS,
    words: {
      kind: 'Verification receipt',
      todayHeading: 'It says nothing about today',
      today:
        `This receipt states the result of the check at ${checked}. Since then the certificate may have been withdrawn ` +
        'or replaced. To know its state now, check its serial again with the service named above.',
      verifyHeading: 'How to verify this receipt, also without the service',
      foot:
        'The signed receipt is attached to this file. The page only shows it: where the two differ, the attached ' +
        'receipt counts. A genuine result does not show that the person presenting the certificate is the one named.',
    },
  }
}

function facts({ serial, certificate }: ReceiptDocument, checked: string): Fact[] {
  const first = [fact('Serial', label(serial), { large: true }), fact('Checked', label(checked))]
  if (!certificate) return first
  const { registrationNumber, expiresAt, withdrawnAt } = certificate
  return [
    ...first,
    fact('Name', words(certificate.fullName), { large: true }),
    ...(registrationNumber ? [fact('Registration number', words(registrationNumber))] : []),
    fact('Event', words(certificate.eventTitle)),
    fact('Achievement', words(certificate.achievement)),
    fact('Issuer', words(certificate.issuerName), { note: certificate.verifiedDomain || null }),
    fact('Issued', label(longDate(certificate.issuedAt))),
    ...(expiresAt === null ? [] : [fact('Valid until', label(longDate(expiresAt)))]),
    ...(withdrawnAt === null ? [] : [fact('Withdrawn', label(momentOf(withdrawnAt)))]),
  ]
}

function evidence({ id, reference, keyThumbprint, certificateSha256 }: ReceiptDocument): Fact[] {
  return [
    ...(reference === null ? [] : [fact('Reference', label(reference), { note: capital(REFERENCE_NOTE) })]),
    fact('Receipt', label(id)),
    fact('Signed with key', label(keyThumbprint)),
    fact('Certificate SHA-256', label(certificateSha256)),
  ]
}

/** No step may name a package that anybody could claim: whoever holds this page trusts it. */
export function receiptSteps({
  keySetUrl,
  receiptsUrl,
}: Pick<ReceiptDocument, 'keySetUrl' | 'receiptsUrl'>): TextPiece[] {
  return [
    `Give this file to ${receiptsUrl}: the page also says the state of the certificate now.`,
    `For later, keep ${keySetUrl} with it: the key that signed is in it under the thumbprint above.`,
    'The attached receipt.jwt is a JSON Web Signature (ES256), which jose, every other JOSE library and openssl check.',
    'In a checkout of this software: npx --no certs receipt check receipt.pdf --keys jwks.json',
  ].map(label)
}

const fact = (name: string, value: TextPiece, { large = false, note = null as string | null } = {}): Fact => ({
  label: name,
  value,
  large,
  note: note === null ? null : label(note),
})

/** ASCII in the face of labels; long ones break anywhere rather than run out of the page. */
export function label(text: string): TextPiece {
  return asSans(text)
}

function asSans(text: string): TextPiece {
  const piece = textPiece(text)
  return { ...piece, fonts: [...LABEL_FAMILIES, ...piece.fonts] }
}

function words(text: string): TextPiece {
  return textPiece(drawable(text))
}

/** A certificate that was issued with other fonts must still have its receipt. */
function drawable(text: string): string {
  return findUndrawableCharacter(text) ? UNDRAWABLE : text
}

/** To the second, such as `14:07:32 on 20 November 2026 (UTC)`. */
export function momentOf(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(11, 19)} on ${longDate(milliseconds)} (UTC)`
}

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
