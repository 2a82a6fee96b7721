import { sheetSize } from '@/lib/contract/design/layouts'
import { softInk } from '@/lib/domain/design/colours'
import { LABEL_FAMILIES } from '@/lib/render/fonts/font-list'
import { qrPicture } from '@/lib/render/typeset/qr-svg'
import { namePiece, textPiece } from '@/lib/render/typeset/text-piece'
import type { CertificateDocument } from './certificate-document'
import { longDate } from './long-date'
import type { PageDesign, PagePicture } from './page-design'
import { labelPiece } from './template-data'
import { wovenBorder } from './woven-border'

const ENDINGS = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/svg+xml': 'svg' } as const

/** The border of diplomas, in millimetres: how far from the edge of the sheet, and how thick. */
const DIPLOMA_BORDER = { edge: 8, thickness: 6.4 }

/** What a layout is given: words as JSON, and the pictures that it names by path. */
export function designData(document: CertificateDocument, design: PageDesign) {
  const { serial, host, verificationUrl } = document
  const pictures: { path: string; bytes: Uint8Array }[] = []
  const placed = (picture: PagePicture | null, alt: string) => {
    if (!picture) return null
    const path = `/picture-${pictures.length}.${ENDINGS[picture.mediaType]}`
    pictures.push({ path, bytes: picture.bytes })
    return { path, alt }
  }
  const qr = qrPicture(verificationUrl)
  const name = namePiece(document.fullName)
  const background = design.background && placed(design.background.picture, '')
  const data = {
    serial,
    title: `${document.eventTitle}: ${document.fullName}`,
    description: `Certificate ${serial}. Check it at ${verificationUrl}`,
    language: design.language,
    issuer: textPiece(document.issuerName),
    domain: labelPiece(document.verifiedDomain),
    'title-line': textPiece(design.words.title.toLocaleUpperCase(design.language)),
    // Letters that are joined must not be set apart.
    'title-tracked': /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\P{L}]*$/u.test(design.words.title),
    certifies: textPiece(design.words.certifies),
    name,
    achievement: textPiece(document.achievement),
    event: textPiece(document.eventTitle),
    line: textPiece(design.line),
    short: !name.text.includes('\n') && isShort(document, design),
    facts: facts(document, design).map(([label, value]) => ({ label: textPiece(label), value: textPiece(value) })),
    serialLine: labelPiece(serial),
    ...checkLines(design.words.check_at, host),
    qr: qr.svg,
    'qr-modules': qr.size,
    'qr-alt': `QR code that opens ${verificationUrl}`,
    credential: document.credential,
    border: design.layout === 'diploma' ? diplomaBorder(design) : null,
    fonts: { latin: ['Noto Serif'], sans: LABEL_FAMILIES },
    design: {
      ...sheetSize(design.layout, design.paper),
      colours: { ...design.colours, soft: softInk(design.colours, design.background?.use === 'ground') },
      logo: placed(design.logo, `Logo of ${document.issuerName}`),
      background: background && { ...background, use: design.background?.use },
      signatories: design.signatories.map(({ name, title, picture }) => ({
        name: textPiece(name),
        title: textPiece(title),
        picture: placed(picture, `Signature of ${name}`),
      })),
    },
  }
  return { data, pictures }
}

let lastBorder = { of: '', svg: '' }

/** The certificates of one issuer come one after another, and have the same. */
function diplomaBorder({ layout, paper, colours: { accent } }: PageDesign): string {
  const of = `${paper} ${accent}`
  if (lastBorder.of !== of) {
    lastBorder = { of, svg: wovenBorder({ ...sheetSize(layout, paper), ...DIPLOMA_BORDER }, accent) }
  }
  return lastBorder.svg
}

/** Whether all that stands in the middle of a sheet takes a line each in any layout, or two of small type. */
function isShort(document: CertificateDocument, { words, line, signatories }: PageDesign): boolean {
  const most: [string, number][] = [
    [document.fullName, 40],
    [document.achievement, 50],
    [document.eventTitle, 60],
    [words.title, 40],
    [words.certifies, 40],
    [line, 70],
    [document.issuerName, 60],
    ...signatories.flatMap(({ name, title }): [string, number][] => [
      [name, 30],
      [title, 40],
    ]),
  ]
  return most.every(([text, length]) => text.length <= length)
}

/** Where to check: the host has a line of its own under words from right to left, so that it is read in its own direction. */
function checkLines(words: string, host: string) {
  const piece = textPiece(words)
  if (piece.rtl) return { check: { ...piece, unbreakable: [] }, host: labelPiece(host) }
  return { check: { ...textPiece(`${words} ${host}`), unbreakable: [] }, host: null }
}

function facts(document: CertificateDocument, { words, language }: PageDesign): [string, string][] {
  // In another language the order of day and month is not ours to choose.
  const date = (time: number) => (language === 'en' ? longDate(time) : new Date(time).toISOString().slice(0, 10))
  const { registrationNumber, eventDate, issuedAt, expiresAt } = document
  const all: [string, string | null][] = [
    [words.registration_number, registrationNumber],
    [words.event_date, eventDate === null ? null : date(Date.parse(eventDate))],
    [words.issued_at, date(issuedAt)],
    [words.expires_at, expiresAt === null ? null : date(expiresAt)],
  ]
  return all.filter((one): one is [string, string] => one[1] !== null)
}
