import { LABEL_FAMILIES } from '@/lib/render/fonts/font-list'
import { qrSvg } from '@/lib/render/typeset/qr-svg'
import { namePiece, textPiece, type TextPiece } from '@/lib/render/typeset/text-piece'
import type { CertificateDocument } from './certificate-document'
import { longDate } from './long-date'

/** The words over the facts of a certificate, in the order of the page. */
export const FACT_LABELS = {
  registrationNumber: 'Registration number',
  eventDate: 'Date of the event',
  issuedAt: 'Issued',
  expiresAt: 'Valid until',
} as const

/** What the template is given, as JSON: words, never source code. */
export function templateData(document: CertificateDocument) {
  const { serial, host } = document
  return {
    serial,
    title: `${document.eventTitle}: ${document.fullName}`,
    description: `Certificate ${serial}. Check it at ${document.verificationUrl}`,
    issuer: textPiece(document.issuerName),
    domain: labelPiece(document.verifiedDomain),
    name: namePiece(document.fullName),
    achievement: textPiece(document.achievement),
    event: textPiece(document.eventTitle),
    facts: facts(document).map(([label, value]) => ({ label, value: textPiece(value) })),
    serialLine: labelPiece(serial),
    check: labelPiece(`Check at ${host}`),
    qr: qrSvg(document.verificationUrl),
    credential: document.credential,
    fonts: { latin: ['Noto Serif'], sans: LABEL_FAMILIES },
    words: {
      certifies: 'This certifies that',
      qrAlt: `QR code that opens ${document.verificationUrl}`,
    },
  }
}

/** Words of ASCII on one line, in the face of labels. */
export function labelPiece(text: string): TextPiece {
  const piece = textPiece(text)
  return { ...piece, em: piece.em && { ...piece.em, serif: piece.em.sans }, fonts: LABEL_FAMILIES, unbreakable: [text] }
}

function facts(document: CertificateDocument): [string, string][] {
  const { registrationNumber, eventDate, issuedAt, expiresAt } = document
  return [
    ...fact(FACT_LABELS.registrationNumber, registrationNumber),
    ...fact(FACT_LABELS.eventDate, eventDate === null ? null : longDate(Date.parse(eventDate))),
    ...fact(FACT_LABELS.issuedAt, longDate(issuedAt)),
    ...fact(FACT_LABELS.expiresAt, expiresAt === null ? null : longDate(expiresAt)),
  ]
}

function fact(label: string, value: string | null): [string, string][] {
  return value === null ? [] : [[label, value]]
}
