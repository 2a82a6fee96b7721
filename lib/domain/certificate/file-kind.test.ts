import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FileKind, fileKind, fileText, TELLING_BYTES } from './file-kind'
import { unreadKind } from './unread-kind'

const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'))
const utf8 = (text: string) => Uint8Array.from(Buffer.from(text, 'utf8'))
const jws = (header: object) => `${Buffer.from(JSON.stringify(header)).toString('base64url')}.e30.c2ln`
const COMPOUND = '\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1'.padEnd(512, '\0')
/** A stream of a compound file, as its directory names it ([MS-CFB] 2.6.1). */
const stream = (name: string) =>
  bytes(`${[...name, ''].join('\0').padEnd(64, '\0')}${String.fromCharCode(2 * name.length + 2)}\0\x02`)
const compound = (first: string, ...names: string[]) =>
  Uint8Array.from(Buffer.concat([bytes(COMPOUND + first.padEnd(512, '\0')), ...names.map(stream)]))
const PNG = '\x89PNG\r\n\x1A\n\0\0\0\rIHDR'

const TABLE: [name: string, file: Uint8Array, kind: FileKind][] = [
  ['a PDF', bytes('%PDF-1.7\n'), 'pdf'],
  ['a PDF with something before it', bytes('\r\n\0%PDF-1.4'), 'pdf'],
  ['a JPEG', bytes('\xFF\xD8\xFF\xE0\0\x10JFIF'), 'picture'],
  ['a PNG', bytes(`${PNG}....IDAT`), 'picture'],
  ['a WebP', bytes('RIFF\x10\0\0\0WEBPVP8 '), 'picture'],
  ['a photo of an iPhone', bytes('\0\0\0\x18ftypheic'), 'picture'],
  ['a TIFF', bytes('II*\0\x08\0\0\0'), 'picture'],
  ['a badge baked into a PNG', bytes(`${PNG}....iTXtopenbadgecredential\0`), 'badge'],
  ['an older badge baked into a PNG', bytes(`${PNG}....tEXtopenbadges\0`), 'badge'],
  ['a badge as SVG', utf8('<?xml version="1.0"?>\n<svg xmlns="x"><openbadges:credential verify="a"/></svg>'), 'badge'],
  [
    'an older one',
    utf8('<svg xmlns:openbadges="http://openbadges.org"><openbadges:assertion verify="a.b.c"/></svg>'),
    'badge',
  ],
  ['one with another prefix', utf8('<svg xmlns:o="https://purl.imsglobal.org/ob/v3p0"><o:credential/></svg>'), 'badge'],
  ['a picture as SVG', utf8('<?xml version="1.0"?>\n<svg xmlns="x"><path d="M1 2"/></svg>'), 'unknown'],
  ['a picture as SVG with a serial in it', utf8('<svg><text>7K3M-9QXT-2VBD-8RWN</text></svg>'), 'unknown'],
  ['a long one, in the rest of which a badge may stand', utf8(`<svg>${' '.repeat(TELLING_BYTES)}</svg>`), 'badge'],
  ['a badge as JSON', utf8('\uFEFF {"@context": []}'), 'badge'],
  ['a badge as a signed text', utf8(`${jws({ alg: 'ES256', typ: 'JWT' })}\n`), 'badge'],
  ['a receipt as a signed text', utf8(jws({ alg: 'ES256', typ: 'verification-receipt+jwt' })), 'receipt'],
  ['a badge that speaks of receipts', utf8('{"@context":[],"tag":["receipts","invoices"]}'), 'badge'],
  ['the record of a long list', utf8(JSON.stringify({ receipts: ['eyJ.b.c', 'eyJ.d.e'] }, null, 2)), 'receipt'],
  ['a receipt as JSON', utf8('{"success":true,"receipt_jwt":"a.b.c"}'), 'receipt'],
  ['a workbook', bytes('PK\x03\x04\x14\0[Content_Types].xml....PK\x03\x04xl/workbook.xml'), 'spreadsheet'],
  ['an old workbook', compound('', 'Workbook'), 'spreadsheet'],
  ['a workbook of 1995', compound('', 'SummaryInformation', 'Book'), 'spreadsheet'],
  ['an old workbook whose directory comes late', compound('\x09\x08\x10\0\0\x06\x05\0'), 'spreadsheet'],
  ['an old Word document', compound('\xEC\xA5\xC1\0', 'WordDocument', '1Table'), 'unknown'],
  ['a mail saved by Outlook', compound('W\0o\0r\0k\0b\0o\0o\0k\0', '__nameid_version1.0'), 'unknown'],
  ['a Word document', bytes('PK\x03\x04\x14\0[Content_Types].xmlPK\x03\x04word/document.xml'), 'unknown'],
  [
    'a Word document with a workbook in it',
    bytes('PK\x03\x04\x14\0word/document.xmlPK\x03\x04xl/workbook.xml'),
    'unknown',
  ],
  ['a presentation with a workbook in it', bytes('PK\x03\x04\x14\0ppt/slide1.xmlPK\x03\x04xl/workbook.xml'), 'unknown'],
  ['an open document', bytes('PK\x03\x04mimetypeapplication/vnd.oasis.opendocument.spreadsheetPK'), 'spreadsheet'],
  ['a ZIP', bytes('PK\x03\x04\x14\0photos/1.jpg'), 'unknown'],
  ['a list', utf8('serial\r\n7K3M-9QXT-2VBD-8RWN\r\n'), 'serials'],
  ['a list in UTF-16', Uint8Array.from(Buffer.from('\uFEFFserial\n7K3M', 'utf16le')), 'serials'],
  ['a list of a spreadsheet', bytes('Name;Serial\nM\xFCller;7K3M'), 'serials'],
  ['a mail', utf8('Dear colleague, see https://verify.example.org/verify/7K3M'), 'serials'],
  ['a host name, which has the shape of a signed text', utf8('verify.example.org'), 'serials'],
  ['a mail with a mark of its sender', utf8('[EXTERNAL] From outside\nSerial: 7K3M-9QXT-2VBD-8RWN'), 'serials'],
  ['a list in brackets', utf8('[7K3M-9QXT-2VBD-8RWN, H8NC-4R2W-6PTX-9QAK]'), 'serials'],
  ['rich text', utf8('{\\rtf1\\ansi Serial: 7K3M-9QXT-2VBD-8RWN}'), 'serials'],
  ['badges as JSON', utf8('[ {"@context": []}]'), 'badge'],
  ['a program', bytes('MZ\x90\0\x03\0'), 'unknown'],
  ['nothing', new Uint8Array(), 'unknown'],
  ['space', utf8(' \n'), 'unknown'],
]

describe('fileKind', () => {
  it.each(TABLE)('%s', (_, file, kind) => expect(fileKind(file)).toBe(kind))

  it('is one of them for any bytes, however many', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (file) => void fileKind(file)))
    expect(fileKind(new Uint8Array(TELLING_BYTES * 2).fill(0x41))).toBe('serials')
  })

  it('reads text as it was saved', () => {
    expect(fileText(utf8('Müller'))).toBe('Müller')
    expect(fileText(bytes('M\xFCller'))).toBe('Müller')
    expect(fileText(Uint8Array.from(Buffer.from('\uFEFFMüller', 'utf16le')))).toBe('Müller')
    // A text that is cut inside of a character.
    expect(fileText(utf8('Mü').subarray(0, 2))).toBe('M')
  })
})

describe('unreadKind', () => {
  const wide = (text: string) => [...text].map((character) => `${character}\0`).join('')
  it.each([
    ['empty', ' \r\n'],
    ['empty', '\xEF\xBB\xBF\r\n'],
    ['empty', '\xFF\xFE\r\0\n\0'],
    ['other', '\0\0\0'],
    ['packed', 'PK\x03\x04\x14\0\0\0scans/a.pdf'],
    ['packed', '7z\xBC\xAF\x27\x1C\0\x04'],
    ['packed', '\x1F\x8B\x08'],
    ['sheet', 'PK\x03\x04\x14\0mimetypeapplication/vnd.oasis.opendocument.spreadsheet'],
    ['sheet', 'PK\x03\x04\x14\0Index/Document.iwa'],
    ['sheet', `\xD0\xCF\x11\xE0${'\0'.repeat(600)}${wide('EncryptedPackage')}`],
    ['other', 'PK\x03\x04\x14\0[Content_Types].xml word/document.xml'],
    ['other', `\xD0\xCF\x11\xE0${'\0'.repeat(600)}${wide('__substg1.0_1000001F')}`],
    ['other', '\0\x01\x02'],
  ] as const)('tells what to do with a file that is %s', (kind, text) =>
    expect(unreadKind(Buffer.from(text, 'latin1'))).toBe(kind),
  )
})
