import { PdfObjects } from './pdf-objects'

const SCHEMA =
  '<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>' +
  '<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>' +
  '<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">' +
  '<pdfaProperty:category>internal</pdfaProperty:category>' +
  '<pdfaProperty:description>Part of ISO 14289 to which the file conforms</pdfaProperty:description>' +
  '<pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType>' +
  '</rdf:li></rdf:Seq></pdfaSchema:property></rdf:li>'

/** What each place of the XMP becomes; the typesetter, which knows one standard at a time, writes all three. */
const ADDITIONS = [
  ['xmlns:pdfaid=', 'xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" xmlns:pdfaid='],
  ['<pdfaExtension:schemas><rdf:Bag>', `<pdfaExtension:schemas><rdf:Bag>${SCHEMA}`],
  ['<pdfaid:part>', '<pdfuaid:part>1</pdfuaid:part><pdfaid:part>'],
] as const

/**
 * Says of a tagged PDF/A that it is a PDF/UA-1 too (ISO 14289-1, 5; ISO 19005-3, 6.6.2.3), and has readers show its title
 * in place of the name of its file (7.1).
 */
export function markAccessible(pdf: PdfObjects): void {
  const catalogue = pdf.text(pdf.root)
  const titled = catalogue.replace('/ViewerPreferences <<', '/ViewerPreferences <<\n    /DisplayDocTitle true')
  if (titled === catalogue) throw new Error('the catalogue of the PDF is written otherwise')
  // Each text says its own direction; of a page from right to left, Chromium turns every text around.
  pdf.set(pdf.root, titled.replace('/Direction /R2L', '/Direction /L2R'))
  const metadata = PdfObjects.reference(catalogue, 'Metadata')
  let xmp = pdf.stream(metadata).bytes.toString('utf8')
  for (const [place, addition] of ADDITIONS) {
    if (!xmp.includes(place)) throw new Error(`the metadata of the PDF has no ${place}`)
    xmp = xmp.replace(place, addition)
  }
  // Readers that look for the metadata in the bytes must find it there.
  pdf.setStream(metadata, ' /Type /Metadata /Subtype /XML', Buffer.from(xmp, 'utf8'), { packed: false })
}
