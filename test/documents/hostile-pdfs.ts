import { createHash, randomBytes } from 'node:crypto'
import { constants, deflateRawSync, deflateSync } from 'node:zlib'
import { onePagePdf, pdfOf, type PdfObject } from './pdf-fixture'

const MEBIBYTE = 1024 * 1024
const PAGE = '/Type /Page /Parent 2 0 R /MediaBox [0 0 595 842]'

/** What a hostile file may be answered with: the outcomes that say nothing false about it. */
export interface HostileFile {
  bytes: Buffer
  outcomes: string[]
}

/** Every kind of file that was made to break or to tire its reader, by name. Each is below ten megabytes. */
export function hostileFiles(good: Buffer): Record<string, HostileFile> {
  const anything = ['inspected', 'not_a_pdf', 'failed']
  const bomb = zeros(2048)
  const smallBomb = zeros(512)
  return {
    truncated: { bytes: good.subarray(0, good.length >> 1), outcomes: ['inspected', 'not_a_pdf'] },
    random: { bytes: randomBytes(200_000), outcomes: ['not_a_pdf'] },
    'random after a header': {
      bytes: Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(200_000)]),
      outcomes: ['not_a_pdf'],
    },
    HTML: { bytes: Buffer.from('<!doctype html><p>Not a certificate</p>'), outcomes: ['not_a_pdf'] },
    empty: { bytes: Buffer.alloc(0), outcomes: ['not_a_pdf'] },
    'password-protected': { bytes: encryptedPdf(), outcomes: ['encrypted'] },
    '2 GB deflate bomb as content': { bytes: flate(bomb), outcomes: anything },
    'double deflate': { bytes: flate(deflateSync(bomb), '[/FlateDecode /FlateDecode]'), outcomes: anything },
    '2 GB deflate bomb as object stream': { bytes: objectStreamBomb(bomb), outcomes: anything },
    'attachment bomb': { bytes: attachmentBomb(smallBomb, 1), outcomes: anything },
    'thousand attachments, each a bomb': { bytes: attachmentBomb(smallBomb, 1000), outcomes: anything },
    'picture of 30,000 by 30,000': { bytes: hugePicture(zeros(859)), outcomes: anything },
    '100,000 pages': { bytes: manyPages(100_000), outcomes: ['inspected'] },
    'page tree that is a loop': { bytes: pageTreeLoop(), outcomes: anything },
    'page tree nested 100,000 deep': { bytes: deepPageTree(100_000), outcomes: anything },
    '4 million path operators': { bytes: flate(deflateSync(manyPaths(4_000_000))), outcomes: anything },
    'form that draws itself': { bytes: recursiveForm(), outcomes: anything },
    'forms that draw ten of the next, ten deep': { bytes: exponentialForms(10, 10), outcomes: anything },
    'page of 14,400 inches by nothing': { bytes: oddPage('0 0 1036800 0.0001'), outcomes: anything },
    'page without a number in its size': { bytes: oddPage('0 0 /A null'), outcomes: anything },
    'a million nested arrays': { bytes: nestedArrays(1_000_000), outcomes: anything },
    'shading that costs a function call a dot': { bytes: heavyShading(), outcomes: anything },
  }
}

/** Deflated zeros (RFC 1950), made without ever deflating them all: one mebibyte ends at a byte, and stands there again and again. */
function zeros(mebibytes: number): Buffer {
  const piece = deflateRawSync(Buffer.alloc(MEBIBYTE), { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  const checksum = Buffer.alloc(4)
  checksum.writeUInt16BE((mebibytes * MEBIBYTE) % 65_521)
  checksum.writeUInt16BE(1, 2)
  const [header, lastBlock] = [Buffer.of(0x78, 0xda), Buffer.of(0x03, 0x00)]
  return Buffer.concat([header, ...Array.from({ length: mebibytes }, () => piece), lastBlock, checksum])
}

function flate(stream: Buffer, filter = '/FlateDecode'): Buffer {
  return onePagePdf({ dictionary: `/Filter ${filter}`, stream })
}

/** The standard security handler, revision 2 (ISO 32000-1, 7.6.3), with hashes that no password gives. */
function encryptedPdf(): Buffer {
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  return pdfOf(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      `<< ${PAGE} >>`,
      `<< /Filter /Standard /V 1 /R 2 /O <${hash('owner')}> /U <${hash('user')}> /P -4 >>`,
    ],
    `/Encrypt 4 0 R /ID [<${hash('id').slice(0, 32)}> <${hash('id').slice(0, 32)}>]`,
  )
}

/** A file whose cross-reference table is lost and whose pages are in a compressed object stream. */
function objectStreamBomb(stream: Buffer): Buffer {
  return pdfOf([
    '<< /Type /Catalog /Pages 5 0 R >>',
    { dictionary: '/Type /ObjStm /N 2000000 /First 100000000 /Filter /FlateDecode', stream },
    { dictionary: '/Type /XRef /Size 6 /W [1 4 2] /Root 1 0 R /Filter /FlateDecode', stream },
  ])
}

function attachmentBomb(stream: Buffer, count: number): Buffer {
  const names = Array.from({ length: count }, (_, i) => `(a${String(i).padStart(4, '0')}.jwt) 4 0 R`).join(' ')
  return pdfOf([
    `<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles << /Names [${names}] >> >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< ${PAGE} >>`,
    '<< /Type /Filespec /F (a.jwt) /UF (a.jwt) /EF << /F 5 0 R >> >>',
    { dictionary: '/Type /EmbeddedFile /Subtype /application#2Fjwt /Filter /FlateDecode', stream },
  ])
}

function hugePicture(stream: Buffer): Buffer {
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< ${PAGE} /Contents 4 0 R /Resources << /XObject << /P 5 0 R >> >> >>`,
    { dictionary: '', stream: 'q 595 0 0 842 0 0 cm /P Do Q' },
    {
      dictionary:
        '/Type /XObject /Subtype /Image /Width 30000 /Height 30000 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode',
      stream,
    },
  ])
}

function manyPages(count: number): Buffer {
  const kids = Array.from({ length: count }, (_, i) => `${i + 3} 0 R`).join(' ')
  const pages: PdfObject[] = Array.from({ length: count }, () => '<</Type/Page/Parent 2 0 R>>')
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /MediaBox [0 0 595 842] /Kids [${kids}] /Count ${count} >>`,
    ...pages,
  ])
}

function pageTreeLoop(): Buffer {
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Parent 3 0 R /Kids [3 0 R 3 0 R 2 0 R] /Count 1000000 >>',
    '<< /Type /Pages /Parent 2 0 R /Kids [2 0 R 3 0 R] /Count 1000000 >>',
  ])
}

function deepPageTree(depth: number): Buffer {
  const nodes = Array.from(
    { length: depth },
    (_, i) => `<</Type/Pages/Parent ${i + 1} 0 R/Kids[${i + 3} 0 R]/Count 1>>`,
  )
  return pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', ...nodes, `<< ${PAGE} >>`])
}

function manyPaths(count: number): Buffer {
  return Buffer.from('1 1 m 590 840 l S\n'.repeat(count))
}

function recursiveForm(): Buffer {
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< ${PAGE} /Contents 4 0 R /Resources << /XObject << /F 5 0 R >> >> >>`,
    { dictionary: '', stream: '/F Do' },
    {
      dictionary: '/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /XObject << /F 5 0 R >> >>',
      stream: '/F Do /F Do',
    },
  ])
}

function exponentialForms(width: number, depth: number): Buffer {
  const forms = Array.from({ length: depth }, (_, i) => ({
    dictionary: `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /XObject << /F ${i + 6} 0 R >> >>`,
    stream: '/F Do '.repeat(width),
  }))
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< ${PAGE} /Contents 4 0 R /Resources << /XObject << /F 5 0 R >> >> >>`,
    { dictionary: '', stream: '/F Do' },
    ...forms,
    { dictionary: '/Type /XObject /Subtype /Form /BBox [0 0 595 842]', stream: '0 0 500 500 re f' },
  ])
}

function oddPage(box: string): Buffer {
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /UserUnit 1000000 >>`,
  ])
}

function nestedArrays(depth: number): Buffer {
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R /Names 4 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< ${PAGE} >>`,
    '['.repeat(depth),
  ])
}

export function heavyShading(): Buffer {
  const program = `{ ${'sin cos '.repeat(20_000)} exch pop dup dup }`
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< ${PAGE} /Contents 4 0 R /Resources << /Shading << /S 5 0 R >> >> >>`,
    { dictionary: '', stream: '/S sh '.repeat(20) },
    '<< /ShadingType 1 /ColorSpace /DeviceRGB /Domain [0 595 0 842] /Function 6 0 R >>',
    { dictionary: '/FunctionType 4 /Domain [0 595 0 842] /Range [0 1 0 1 0 1]', stream: program },
  ])
}
