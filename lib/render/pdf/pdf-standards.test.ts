import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { LAYOUTS } from '@/lib/contract/design/layouts'
import { readSealKey } from '@/lib/crypto/pdf-seal/seal-key'
import { cmsSpace, signCms } from '@/lib/crypto/pdf-seal/sign-cms'
import type { PageDesign } from '@/lib/render/certificate/page-design'
import { renderCertificate } from '@/lib/render/certificate/render-certificate'
import { exampleDocument } from '@/test/documents/certificate-fixture'
import { exampleDesign } from '@/test/documents/example-design'
import { type Damage, damaged } from '@/test/documents/pdf-standards/damaged-pdf'
import { type PdfModel, readPdfModel } from '@/test/documents/pdf-standards/pdf-model'
import { PDF_A } from '@/test/documents/pdf-standards/rules-of-pdf-a'
import { PDF_UA } from '@/test/documents/pdf-standards/rules-of-pdf-ua'
import { SealCertificates } from '@/test/documents/seal-certificates'
import { sealPdf } from './seal-pdf'

/** Each rule, with what breaks it. A rule without a control here fails below. */
const CONTROLS: Record<string, Damage> = {
  'A 6.1.2 header': { file: ['%PDF-1.', '%PDF-2.'] },
  'A 6.1.3 identifier in the trailer': { file: [/\/ID \[[^]*?\](?=[^\]]*>>\nstartxref)/, ''] },
  'A 6.1.3 not encrypted': { encrypted: true },
  'A 6.1.3 nothing behind the end': { file: [/%%EOF$/, '%%EOF\nmore'] },
  'A 6.1.7.1 no stream outside of the file': { object: ['/Type /EmbeddedFile', '/Type /EmbeddedFile /F (elsewhere)'] },
  'A 6.1.7.2 filters that everybody has': { object: ['/Type /Metadata', '/Type /Metadata /Filter /LZWDecode'] },
  'A 6.2.3 output intent with a profile': { object: ['/GTS_PDFA1', '/GTS_PDFX'] },
  'A 6.2.4.2 profiles of as many channels as they say': { object: ['/N 3', '/N 4'] },
  'A 6.2.4.3 no colour of a device that the intent is not for': { stream: ['\nh\n', '\nh\n0 0 0 1 k\n'] },
  'A 6.2.5 no transfer function': { object: ['/Type /Page\n', '/Type /Page /TR /Identity\n'] },
  'A 6.2.8 pictures as they are': { object: ['/Subtype /Image', '/Subtype /Image /Interpolate true'] },
  'A 6.2.9 no PostScript and no reference to a page elsewhere': { object: ['/Subtype /Image', '/Subtype /PS'] },
  'A 6.2.10 blend modes of the standard': { object: ['/Type /Page\n', '/Type /Page /X << /BM /Glow >>\n'] },
  'A 6.2.11.3.2 composite fonts say which glyph is which': { object: [/\/CIDToGIDMap \/Identity/, ''] },
  'A 6.2.11.4 every font embedded': { object: [/\/FontFile2 \d+ 0 R/, ''] },
  'A 6.2.11.7 every font says its letters': { object: [/\/ToUnicode \d+ 0 R/, ''] },
  'A 6.3.1 annotations of the standard, shown and printed': {
    object: ['/Type /Page\n', '/Type /Page /Annots [ << /Type /Annot /Subtype /Link /F 2 /Rect [0 0 9 9] >> ]\n'],
  },
  'A 6.4.1 forms as they are drawn': {
    object: ['/Type /Catalog', '/Type /Catalog /AcroForm << /Fields [] /NeedAppearances true >>'],
  },
  'A 6.5.1 no action but to go somewhere': {
    object: ['/Type /Catalog', '/Type /Catalog /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>'],
  },
  'A 6.5.2 nothing that acts by itself': { object: ['/Type /Page\n', '/Type /Page /AA << >>\n'] },
  'A 6.6.2.1 metadata that can be read without unpacking': { object: [/\/Metadata \d+ 0 R/, ''] },
  'A 6.6.2.3 schema of what the metadata adds': {
    stream: ['<pdfaSchema:prefix>pdfuaid<', '<pdfaSchema:prefix>other<'],
  },
  'A 6.6.3 title in both places': { object: ['/Title', '/Heading'] },
  'A 6.6.3 author in both places': { stream: ['Northshore Maritime College</rdf:li>', 'Somebody else</rdf:li>'] },
  'A 6.6.3 time of making in both places': { object: ['/CreationDate (D:2026', '/CreationDate (D:2025'] },
  'A 6.6.4 says that it is PDF/A-3a': { stream: ['<pdfaid:conformance>A<', '<pdfaid:conformance>B<'] },
  'A 6.7.2 marked': { object: ['/Marked true', '/Marked false'] },
  'A 6.7.3 tree of structure': { object: [/\/StructTreeRoot \d+ 0 R/, ''] },
  'A 6.7.3.4 kinds of structure that everybody has': { object: ['/S /H1', '/S /Name'] },
  'A 6.7.4 language': { object: [/\/Lang \(en\)/, '/Lang (?)'] },
  'A 6.8 files in it say what they are to it': { object: ['/AFRelationship /Data', '/AFRelationship /Whatever'] },
  'A 6.8 files in it have a kind and a date': { object: ['/ModDate', '/Date'] },
  'A 6.8 files in it belong to something': { object: ['/AF [', '/Other ['] },
  'A 6.9 no layers that hide': { object: ['/Type /Catalog', '/Type /Catalog /OCProperties << /OCGs [] >>'] },
  'A 6.10 no other presentation': { object: ['/Type /Page\n', '/Type /Page /PresSteps << >>\n'] },
  'A 6.11 asks for nothing of a reader': { object: ['/Type /Catalog', '/Type /Catalog /Requirements []'] },
  'UA 5 says that it is PDF/UA-1': { stream: ['<pdfuaid:part>1<', '<pdfuaid:part>2<'] },
  'UA 7.1 all that is drawn is tagged or an artifact': { stream: ['/Artifact BMC', '/Other BMC'] },
  'UA 7.1 no artifact within what is tagged, and the other way round': {
    stream: ['/Artifact BMC', '/Artifact BMC /Span << /MCID 0 >> BDC EMC'],
  },
  'UA 7.1 every tagged piece is in the tree': { stream: ['/MCID 1\n', '/MCID 999\n'] },
  'UA 7.1 readers show the title': { object: ['/DisplayDocTitle true', '/DisplayDocTitle false'] },
  'UA 7.1 the metadata has a title': { stream: ['<dc:title>', '<dc:other>'] },
  'UA 7.1 nothing of it is a guess': { object: ['/Suspects false', '/Suspects true'] },
  'UA 7.2 language': { object: [/\/Lang \(en\)/, ''] },
  'UA 7.3 figures have words': { object: [/\/Alt \([^)]*\)/, ''] },
  'UA 7.4.2 headings begin with the first level, and leave none out': { object: ['/S /H1', '/S /H2'] },
  'UA 7.16 readers aloud are let in': { encrypted: true },
  'UA 7.18.3 annotations in the order of the structure': {
    object: ['/Type /Page\n', '/Type /Page /Annots [ << /Type /Annot /Subtype /Link /F 4 /Rect [0 0 9 9] >> ]\n'],
  },
  'UA 7.20 no page of another file': { object: ['/Subtype /Image', '/Subtype /Image /Ref << >>'] },
}
const RULES = new Map([
  ...Object.entries(PDF_A).map(([name, holds]) => [`A ${name}`, holds] as const),
  ...Object.entries(PDF_UA).map(([name, holds]) => [`UA ${name}`, holds] as const),
])
const brokenIn = (pdf: PdfModel) => [...RULES].flatMap(([name, holds]) => (holds(pdf) ? [] : [name]))

/** Pictures of pixels: one that can be seen through, and one as a camera writes it. */
async function withPixels(): Promise<PageDesign> {
  const size = { width: 40, height: 40 }
  const clear = sharp({ create: { ...size, channels: 4, background: { r: 10, g: 60, b: 90, alpha: 0.5 } } })
  const full = sharp({ create: { ...size, channels: 3, background: '#d8e4ea' } })
  return {
    ...exampleDesign(),
    logo: { bytes: await clear.png().toBuffer(), mediaType: 'image/png' },
    background: { picture: { bytes: await full.jpeg().toBuffer(), mediaType: 'image/jpeg' }, use: 'border' },
  }
}

let pdf: Uint8Array
beforeAll(async () => {
  pdf = (await renderCertificate(exampleDocument({ design: await withPixels() }))).pdf
})
describe('PDF/A-3a and PDF/UA-1', () => {
  it.each(LAYOUTS)('hold for a certificate in a design with pictures: %s', async (layout) => {
    const design = { ...(await withPixels()), layout }
    for (const paper of ['a4', 'letter'] as const) {
      const made = await renderCertificate(exampleDocument({ design: { ...design, paper } }))
      expect(brokenIn(await readPdfModel(made.pdf)), paper).toEqual([])
    }
  })

  it.each(['Ana-Lucía Müller Nguyễn', 'محمّد بن موسى الخُوارِزْمِيّ', 'श्रीकृष्ण ज्ञानेश्वर', 'กิตติศักดิ์ 欧阳 שָׁלוֹם'])(
    'hold for the service’s own page: %s',
    async (fullName) => {
      const made = await renderCertificate(exampleDocument({ fullName }))
      expect(brokenIn(await readPdfModel(made.pdf))).toEqual([])
    },
  )

  it('hold for a sealed file', async () => {
    const certificates = new SealCertificates()
    try {
      const made = certificates.make('p256')
      const key = readSealKey(readFileSync(made.certificate, 'utf8'), readFileSync(made.key, 'utf8'))
      const at = Date.parse('2026-11-05T09:00:00Z')
      const sealed = await sealPdf(pdf, {
        name: key.name,
        at,
        space: cmsSpace(key),
        sign: (bytes) => signCms(bytes, key),
      })
      expect(brokenIn(await readPdfModel(sealed))).toEqual([])
    } finally {
      await rm(certificates.folder, { recursive: true, force: true })
    }
  })

  it('have a control for every rule, and a rule for every control', () => {
    expect(Object.keys(CONTROLS).sort()).toEqual([...RULES.keys()].sort())
  })

  it.each(Object.entries(CONTROLS))('are broken by a damaged control: %s', async (rule, damage) => {
    expect(brokenIn(await readPdfModel(await damaged(pdf, damage)))).toContain(rule)
  })
})
