import { contentOf, pagesOf } from './page-content'
import type { PdfDictionary, PdfModel, PdfValue } from './pdf-model'

/** What a file has to satisfy: by clause and name, whether it does. */
export type Rules = Record<string, (pdf: PdfModel) => boolean>

const FILTERS = [
  '/FlateDecode',
  '/DCTDecode',
  '/ASCIIHexDecode',
  '/ASCII85Decode',
  '/RunLengthDecode',
  '/CCITTFaxDecode',
]
const ACTIONS = ['/GoTo', '/GoToR', '/GoToE', '/Thread', '/URI', '/Named', '/SubmitForm']
const BLEND_MODES =
  /^\/(Normal|Compatible|Multiply|Screen|Overlay|Darken|Lighten|ColorDodge|ColorBurn|HardLight|SoftLight|Difference|Exclusion|Hue|Saturation|Color|Luminosity)$/
const NO_ANNOTATION = ['/3D', '/Sound', '/Screen', '/Movie', '/FileAttachment', '/RichMedia']
/** ISO 32000-1, 14.8.4. */
const STANDARD_TYPES =
  /^\/(Document|Part|Art|Sect|Div|BlockQuote|Caption|TOC|TOCI|Index|NonStruct|Private|P|H[1-6]?|L|LI|Lbl|LBody|Table|TR|TH|TD|THead|TBody|TFoot|Span|Quote|Note|Reference|BibEntry|Code|Link|Annot|Ruby|RB|RT|RP|Warichu|WT|WP|Figure|Formula|Form)$/

const text = (value: PdfValue | undefined) => (typeof value === 'string' ? value.replace(/^u:/, '') : null)
const fonts = (pdf: PdfModel) => pdf.dictionaries.filter((one) => one['/Type'] === '/Font')
const xmpOf = (pdf: PdfModel) => pdf.data(pdf.catalogue['/Metadata']).toString('utf8')
const xmlEnd = (xml: string) =>
  xml
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
const specs = (pdf: PdfModel) => pdf.dictionaries.filter((one) => one['/Type'] === '/Filespec')
const all = (value: PdfValue | undefined): PdfValue[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value]

function intentOf(pdf: PdfModel): PdfDictionary {
  return pdf.dict(pdf.list(pdf.catalogue['/OutputIntents']).find((one) => pdf.dict(one)['/S'] === '/GTS_PDFA1'))
}

function isEmbedded(pdf: PdfModel, font: PdfDictionary): boolean {
  if (font['/Subtype'] === '/Type3') return true
  if (font['/Subtype'] === '/Type0') return true
  const descriptor = pdf.dict(font['/FontDescriptor'])
  return ['/FontFile', '/FontFile2', '/FontFile3'].some((name) => pdf.data(descriptor[name]).length > 0)
}

/** Whether each code of a font leads to letters (6.2.11.7), none of which may be nothing. */
function saysItsLetters(pdf: PdfModel, font: PdfDictionary): boolean {
  if (/^\/CIDFont/.test(text(font['/Subtype']) ?? '')) return true
  const map = pdf.data(font['/ToUnicode']).toString('latin1')
  const letters = [...map.matchAll(/<[0-9A-Fa-f]+>\s*<([0-9A-Fa-f]+)>/g)].map(([, one]) => one?.toUpperCase())
  return letters.length > 0 && !letters.some((one) => one === '0000' || one === 'FEFF' || one === 'FFFE')
}

/**
 * Rules of PDF/A-3a (ISO 19005-3) by clause, as far as our files could break them. It judges no file of others: of what the
 * typesetter cannot write, such as halftones, it knows nothing.
 */
export const PDF_A: Rules = {
  '6.1.2 header': ({ bytes }) => /^%PDF-1\.[0-7]\r?\n%[\x80-\xff]{4}/.test(bytes.toString('latin1', 0, 20)),
  '6.1.3 identifier in the trailer': ({ trailer }) => Array.isArray(trailer['/ID']),
  '6.1.3 not encrypted': ({ trailer }) => trailer['/Encrypt'] === undefined,
  '6.1.3 nothing behind the end': ({ bytes }) => /%%EOF\r?\n?$/.test(bytes.toString('latin1', bytes.length - 8)),
  '6.1.7.1 no stream outside of the file': ({ streams }) =>
    !streams.some((one) => one['/F'] !== undefined || one['/FFilter'] !== undefined),
  '6.1.7.2 filters that everybody has': ({ streams }) =>
    streams.every((one) => all(one['/Filter']).every((filter) => FILTERS.includes(text(filter) ?? ''))),
  '6.2.3 output intent with a profile': (pdf) => {
    const profile = pdf.data(intentOf(pdf)['/DestOutputProfile'])
    return profile.toString('latin1', 36, 40) === 'acsp' && profile.toString('latin1', 12, 16) === 'mntr'
  },
  '6.2.4.2 profiles of as many channels as they say': (pdf) =>
    pdf.arrays
      .filter((one) => one[0] === '/ICCBased')
      .every((one) => {
        const [, reference] = one
        const space = pdf.data(reference).toString('latin1', 16, 20)
        return { 'RGB ': 3, GRAY: 1, CMYK: 4 }[space] === pdf.dict(reference)['/N']
      }),
  '6.2.4.3 no colour of a device that the intent is not for': (pdf) =>
    !JSON.stringify(pdf.dictionaries).includes('/DeviceCMYK') &&
    !pagesOf(pdf).some((page) => contentOf(pdf, page).some(({ operator }) => operator === 'k' || operator === 'K')),
  '6.2.5 no transfer function': ({ dictionaries }) =>
    !dictionaries.some((one) => one['/TR'] !== undefined || one['/HTP'] !== undefined),
  '6.2.8 pictures as they are': ({ dictionaries }) =>
    !dictionaries.some(
      (one) => one['/Interpolate'] === true || one['/Alternates'] !== undefined || one['/OPI'] !== undefined,
    ),
  '6.2.9 no PostScript and no reference to a page elsewhere': ({ dictionaries }) =>
    !dictionaries.some((one) => one['/Subtype'] === '/PS' || one['/Subtype2'] === '/PS' || one['/Ref'] !== undefined),
  '6.2.10 blend modes of the standard': ({ dictionaries }) =>
    dictionaries.every((one) => all(one['/BM']).every((mode) => BLEND_MODES.test(text(mode) ?? ''))),
  '6.2.11.3.2 composite fonts say which glyph is which': ({ dictionaries }) =>
    dictionaries.every((one) => one['/Subtype'] !== '/CIDFontType2' || one['/CIDToGIDMap'] !== undefined),
  '6.2.11.4 every font embedded': (pdf) => fonts(pdf).every((font) => isEmbedded(pdf, font)),
  '6.2.11.7 every font says its letters': (pdf) => fonts(pdf).every((font) => saysItsLetters(pdf, font)),
  '6.3.1 annotations of the standard, shown and printed': ({ dictionaries }) =>
    dictionaries
      .filter((one) => one['/Type'] === '/Annot' || one['/FT'] !== undefined)
      .every(
        (one) => !NO_ANNOTATION.includes(text(one['/Subtype']) ?? '') && (Number(one['/F'] ?? 0) & 0b100111) === 4,
      ),
  '6.4.1 forms as they are drawn': (pdf) => {
    const form = pdf.dict(pdf.catalogue['/AcroForm'])
    return form['/XFA'] === undefined && form['/NeedAppearances'] !== true
  },
  '6.5.1 no action but to go somewhere': (pdf) =>
    !JSON.stringify(pdf.dictionaries).includes('/JavaScript') &&
    pdf.dictionaries
      .filter((one) => one['/Type'] === '/Action' || one['/JS'] !== undefined)
      .every((one) => ACTIONS.includes(text(one['/S']) ?? '')) &&
    [pdf.catalogue['/OpenAction']].every(
      (one) => one === undefined || ACTIONS.includes(text(pdf.dict(one)['/S']) ?? ''),
    ),
  '6.5.2 nothing that acts by itself': ({ dictionaries }) => !dictionaries.some((one) => one['/AA'] !== undefined),
  '6.6.2.1 metadata that can be read without unpacking': (pdf) =>
    /^<\?xpacket begin=/.test(xmpOf(pdf)) && pdf.bytes.includes('<pdfaid:'),
  '6.6.2.3 schema of what the metadata adds': (pdf) =>
    !xmpOf(pdf).includes('<pdfuaid:') ||
    /<pdfaSchema:namespaceURI>http:\/\/www\.aiim\.org\/pdfua\/ns\/id\/<[^]*<pdfaSchema:prefix>pdfuaid<[^]*<pdfaProperty:name>part</.test(
      xmpOf(pdf),
    ),
  '6.6.3 title in both places': (pdf) => {
    const [, title] = /<dc:title>[^]*?<rdf:li[^>]*>([^]*?)<\/rdf:li>/.exec(xmpOf(pdf)) ?? []
    return title !== undefined && xmlEnd(title) === text(pdf.dict(pdf.trailer['/Info'])['/Title'])
  },
  '6.6.3 author in both places': (pdf) => {
    const [, author] = /<dc:creator>[^]*?<rdf:li[^>]*>([^]*?)<\/rdf:li>/.exec(xmpOf(pdf)) ?? []
    return author !== undefined && xmlEnd(author) === text(pdf.dict(pdf.trailer['/Info'])['/Author'])
  },
  '6.6.3 time of making in both places': (pdf) => {
    const [, xmp = ''] = /<xmp:CreateDate>([^<]*)</.exec(xmpOf(pdf)) ?? []
    const digits = (value: string) => value.replace(/\D/g, '').slice(0, 14)
    return (
      digits(xmp).length === 14 && digits(xmp) === digits(text(pdf.dict(pdf.trailer['/Info'])['/CreationDate']) ?? '')
    )
  },
  '6.6.4 says that it is PDF/A-3a': (pdf) =>
    xmpOf(pdf).includes('<pdfaid:part>3</pdfaid:part>') &&
    xmpOf(pdf).includes('<pdfaid:conformance>A</pdfaid:conformance>'),
  '6.7.2 marked': (pdf) => pdf.dict(pdf.catalogue['/MarkInfo'])['/Marked'] === true,
  '6.7.3 tree of structure': (pdf) => pdf.dict(pdf.catalogue['/StructTreeRoot'])['/Type'] === '/StructTreeRoot',
  '6.7.3.4 kinds of structure that everybody has': (pdf) => {
    const roles = pdf.dict(pdf.dict(pdf.catalogue['/StructTreeRoot'])['/RoleMap'])
    const kinds = pdf.dictionaries.filter((one) => one['/Type'] === '/StructElem').map((one) => text(one['/S']) ?? '')
    return kinds.every((kind) => STANDARD_TYPES.test(text(roles[kind]) ?? kind))
  },
  '6.7.4 language': (pdf) => /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.test(text(pdf.catalogue['/Lang']) ?? ''),
  '6.8 files in it say what they are to it': (pdf) =>
    specs(pdf).every(
      (one) =>
        /^\/(Data|Source|Alternative|Supplement|Unspecified)$/.test(text(one['/AFRelationship']) ?? '') &&
        text(one['/F']) === text(one['/UF']) &&
        text(one['/F']) !== null,
    ),
  '6.8 files in it have a kind and a date': (pdf) =>
    specs(pdf).every((one) => {
      const file = pdf.dict(pdf.dict(one['/EF'])['/F'])
      return /^\/.+\/.+/.test(text(file['/Subtype']) ?? '') && text(pdf.dict(file['/Params'])['/ModDate']) !== null
    }),
  '6.8 files in it belong to something': (pdf) => {
    const named = new Set(pdf.dictionaries.flatMap((one) => pdf.list(one['/AF'])))
    const embedded = pdf.list(pdf.dict(pdf.dict(pdf.catalogue['/Names'])['/EmbeddedFiles'])['/Names'])
    return embedded.filter((_, index) => index % 2 === 1).every((one) => named.has(one))
  },
  '6.9 no layers that hide': ({ catalogue }) => catalogue['/OCProperties'] === undefined,
  '6.10 no other presentation': ({ dictionaries }) =>
    !dictionaries.some((one) => one['/AlternatePresentations'] !== undefined || one['/PresSteps'] !== undefined),
  '6.11 asks for nothing of a reader': ({ catalogue }) => catalogue['/Requirements'] === undefined,
}
