import { readFile, writeFile } from 'node:fs/promises'
import { edited, type PlainPdf } from './edited-pdf'
import { type Go, type Variant, wrapScan } from './inspection-samples'

const HELVETICA = '/Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding'
const withText = (content: string) => edited((pdf) => pdf.font('Forged', HELVETICA).draw(content))
const words = (text: string, at: string, size = 30, state = '0 g 0 Tr') =>
  `q BT ${state} /Forged ${size} Tf ${at} Td (${text}) Tj ET Q`

const NAME_BOX = '120 315 600 70 re f'
const NAME_AT = '250 335'
/** A picture of one white dot, drawn over the name. */
const PICTURE = (colour: string) => `q 600 0 0 70 120 315 cm BI /W 1 /H 1 /CS /G /BPC 8 /F /AHx ID ${colour}> EI Q`

/** What the extractor reads for each letter of a font is the file's own word. */
function toUnicode(pdf: PlainPdf, shown: string, read: string): string {
  const hex = (text: string, index: number) => text.charCodeAt(index).toString(16)
  const pairs = Array.from(shown, (_, index) => `<${hex(shown, index)}> <00${hex(read, index)}>`)
  const map =
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange ' +
    `${pairs.length} beginbfchar ${pairs.join(' ')} endbfchar endcmap end end`
  return pdf.add(`<< /Length ${map.length} >>\nstream\n${map}\nendstream`)
}

const NAME_CODES = /\[<00100011000a0012[0-9a-f<> ]*>\] TJ/

/** Pages that were changed with a PDF editor, or by hand. */
export const FORGED_PAGES: Record<string, Variant> = {
  'a 3 that is an 8, in the content stream': edited((pdf) => pdf.replace('<002b000800010002', '<002a000800010002')),
  'the last digit of the end': edited((pdf) => pdf.replace('00260027002b0025>', '00260027002b0028>')),
  'the name not drawn, another one over it': edited((pdf) =>
    pdf.replace(NAME_CODES, '3 Tr $&').font('Forged', HELVETICA).draw(words('Mallory Forger', NAME_AT)),
  ),
  'the name in white, another one over it': edited((pdf) =>
    pdf.replace(NAME_CODES, '1 1 1 scn $&').font('Forged', HELVETICA).draw(words('Mallory Forger', NAME_AT)),
  ),
  'the name taken out': edited((pdf) => pdf.replace(NAME_CODES, '')),
  'the name moved by a millimetre': edited((pdf) => pdf.replace(NAME_CODES, '1 0 0 -1 2.8 0 Tm $&')),
  'a white box over the name': withText(`q 1 g ${NAME_BOX} Q`),
  'a white box over the name, another one on it': withText(`q 1 g ${NAME_BOX} Q ${words('Mallory Forger', NAME_AT)}`),
  'a picture over the name': withText(PICTURE('ff')),
  'a picture over the name, another one on it': withText(`${PICTURE('ff')} ${words('Mallory Forger', NAME_AT)}`),
  'a grey picture over the name': withText(PICTURE('c0')),
  'a transparent box over a date': edited((pdf) =>
    pdf
      .replace('/ColorSpace <<', '/ExtGState << /Half << /ca 0.4 >> >> /ColorSpace <<')
      .draw('q /Half gs 1 g 85 122 110 14 re f Q'),
  ),
  'a line through the achievement': withText('q 0 G 1.5 w 390 262 m 452 262 l S Q'),
  'another line of text': withText(words('with honours', '385 210', 14)),
  'another line in pale grey': withText(words('with honours', '385 210', 14, '0.88 g 0 Tr')),
  'another line in yellow': withText(words('with honours', '385 210', 14, '1 1 0 rg 0 Tr')),
  'a word after the name': withText(words('Jr.', '705 335')),
  'a dot beside a number': withText('q 0 g 183 156 1.2 1.2 re f Q'),
  'words in white': withText(words('Mallory Forger', '100 540', 12, '1 g 0 Tr')),
  'words that are not drawn': withText(words('Mallory Forger', '100 540', 12, '3 Tr')),
  'words that are cut off': withText(`q 0 0 1 1 re W n ${words('Mallory Forger', '100 540', 12)} Q`),
  'words beside the page': withText(words('Mallory Forger', '900 540', 12)),
  'words too small to be read': withText(words('Mallory Forger', '100 540', 0.2)),
  'words under the frame of a box': withText(`${words('Mallory Forger', '100 540', 12)} q 1 g 90 530 200 40 re f Q`),
  'a name that is drawn as another than it is read': edited((pdf) => {
    const [shown, read] = ['Mallory Forger Nguyenxx', 'Ana-Lucia Muller Nguyen']
    const dictionary = `${HELVETICA} /ToUnicode ${toUnicode(pdf, 'MaloryFgeNunx', 'AnaLuciMulerN')}`
    pdf
      .replace(NAME_CODES, '')
      .font('Forged', dictionary)
      .draw(words(shown.slice(0, read.length), NAME_AT))
  }),
  'a name that is read as another than it is drawn': edited((pdf) => pdf.replace('<0011> <006E>', '<0011> <006D>')),
  'a stamp on the page': async (go, source, to) => {
    await stamped(go, source, to, withText(words('RECEIVED 3 JUNE 2026', '520 420', 24, '0.8 0 0 rg 0 Tr')))
  },
  'a stamp as an annotation': edited((pdf) => {
    const look = pdf.add(
      '<< /Type /XObject /Subtype /Form /BBox [0 0 100 30] /Length 26 >>\nstream\n0.8 0 0 rg 0 0 100 30 re f\nendstream',
    )
    pdf.page(`/Annots [<< /Type /Annot /Subtype /Stamp /Rect [500 400 600 430] /F 4 /AP << /N ${look} >> >>]`)
  }),
  'an annotation that is only printed': edited((pdf) => {
    const look = pdf.add(
      '<< /Type /XObject /Subtype /Form /BBox [0 0 100 30] /Length 26 >>\nstream\n0.8 0 0 rg 0 0 100 30 re f\nendstream',
    )
    pdf.page(`/Annots [<< /Type /Annot /Subtype /Stamp /Rect [500 400 600 430] /F 36 /AP << /N ${look} >> >>]`)
  }),
  'a link over the serial': edited((pdf) =>
    pdf.page(
      '/Annots [<< /Type /Annot /Subtype /Link /Border [0 0 0] /Rect [494 60 650 95] /A << /S /URI /URI (https://forged.example) >> >>]',
    ),
  ),
  'a field of a form': edited((pdf) => {
    const field = pdf.add('<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Mallory) /Rect [10 10 11 11] /F 2 >>')
    pdf.page(`/Annots [${field}]`).catalogue(`/AcroForm << /Fields [${field}] >>`)
  }),
  'a layer that is shown': layered('ON'),
  'a layer that is not shown here': layered('OFF'),
  'a layer in a packed object, its checksum broken': async (go, source, to) => {
    await layered('OFF')(go, source, `${to}.layer`)
    await go('qpdf', ['--object-streams=generate', '--compress-streams=y', '--recompress-flate', `${to}.layer`, to])
    await writeFile(to, withBrokenChecksums(await readFile(to)))
  },
  'a script that runs when it is opened': edited((pdf) =>
    pdf.catalogue('/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>'),
  ),
  'a script under a name in disguise': edited((pdf) =>
    pdf.page('/AA << /O << /S /Java#53cript /JS (app.alert\\(1\\)) >> >>'),
  ),
  'a site that opens with it': edited((pdf) =>
    pdf.catalogue('/OpenAction << /S /URI /URI (https://forged.example) >>'),
  ),
  'a program that starts with it': edited((pdf) => pdf.catalogue('/OpenAction << /S /Launch /F (forged.pdf) >>')),
  'another file that opens with it': edited((pdf) =>
    pdf.catalogue('/OpenAction << /S /GoToR /F (forged.pdf) /D [0 /Fit] >>'),
  ),
  'an action when it is closed': edited((pdf) =>
    pdf.catalogue('/AA << /WC << /S /URI /URI (https://forged.example) >> >>'),
  ),
  'an action of its page': edited((pdf) => pdf.page('/AA << /O << /S /URI /URI (https://forged.example) >> >>')),
  'a forged file within it that opens first': attached('/OpenAction << /S /GoToE /T << /R /C /N (forged.pdf) >> >>'),
  'a portfolio that opens on a forged file': attached('/Collection << /View /H /D (forged.pdf) >>'),
  'a forged file within it': attached(''),
  'a second page': (go, source, to) => go('qpdf', ['--empty', '--pages', source, '1,1', '--', to]),
  'a second page that is not counted': edited((pdf) => {
    const other = pdf.add('<< /Type /Page /Parent 7 0 R /MediaBox [0 0 841.89 595.28] >>')
    pdf.replace(/\/Kids \[\s+12 0 R/, `$& ${other}`)
  }),
  'another page before it': async (go, source, to) => {
    await withText(words('Mallory Forger', NAME_AT))(go, source, `${to}.other`)
    await go('qpdf', ['--empty', '--pages', `${to}.other`, '1', source, '1', '--', to])
  },
  'a smaller page': edited((pdf) => pdf.replace(/\/Artifact <<\s+\/Type \/Page/, '0.97 0 0 0.97 12 9 cm $&')),
  'a page that is cut': edited((pdf) => pdf.page('/CropBox [0 120 841.89 595.276]')),
  'a page that is cut by two points': edited((pdf) => pdf.page('/CropBox [0 0 841.89 593.3]')),
  'a page upside down': edited((pdf) => pdf.page('/Rotate 180')),
  'a page on its side': edited((pdf) => pdf.page('/Rotate 90')),
  'a page twice as large': edited((pdf) => pdf.page('/UserUnit 2')),
  'a picture of another name, the words under it': pictured('Mallory Forger'),
  'an older file with a new page behind it': async (go, source, to) => {
    await withText(words('Mallory Forger', '100 540', 12))(go, source, `${to}.other`)
    const [issued, other] = [await readFile(source), await readFile(`${to}.other`)]
    await writeFile(to, Buffer.concat([issued, Buffer.from('\n'), other]))
  },
}

function layered(state: 'ON' | 'OFF'): Variant {
  return edited((pdf) => {
    const layer = pdf.add('<< /Type /OCG /Name (Layer) >>')
    pdf.font('Forged', HELVETICA)
    pdf.replace('/ColorSpace <<', `/Properties << /Layer ${layer} >> /ColorSpace <<`)
    pdf.catalogue(`/OCProperties << /OCGs [${layer}] /D << /${state} [${layer}] /Order [] >> >>`)
    pdf.draw(`/OC /Layer BDC q Q ${state === 'OFF' ? words('Mallory Forger', '100 540', 12) : ''} EMC`)
  })
}

/** A forged file beside the credential, and what leads there. */
function attached(catalogue: string): Variant {
  return async (go, source, to) => {
    const [forged, led] = [`${to}.forged.pdf`, `${to}.led`]
    await withText(words('Mallory Forger', '100 540', 12))(go, source, forged)
    await edited((pdf) => (catalogue === '' ? pdf : pdf.catalogue(catalogue)))(go, source, led)
    await go('qpdf', [led, '--add-attachment', forged, '--', to])
  }
}

async function stamped(go: Go, source: string, to: string, stamp: Variant) {
  await stamp(go, source, `${to}.stamp`)
  await go('qpdf', [source, '--overlay', `${to}.stamp`, '--', to])
}

/** A scan of a forged page over the issued one, whose words stay for whoever reads them by program. */
function pictured(name: string): Variant {
  return async (go, source, to) => {
    await withText(`q 1 g ${NAME_BOX} Q ${words(name, NAME_AT)}`)(go, source, `${to}.page`)
    await go('pdftoppm', ['-r', '100', '-jpeg', '-singlefile', `${to}.page`, `${to}.page`])
    await writeFile(`${to}.scan`, await wrapScan(await readFile(`${to}.page.jpg`), 100))
    await go('qpdf', [source, '--overlay', `${to}.scan`, '--', to])
  }
}

/** Readers of PDF do not ask for the checksum of a deflated stream. */
function withBrokenChecksums(bytes: Buffer): Buffer {
  const broken = Buffer.from(bytes)
  for (let at = broken.indexOf('\nendstream'); at >= 0; at = broken.indexOf('\nendstream', at + 1)) {
    broken.writeUInt8(broken.readUInt8(at - 1) ^ 0xff, at - 1)
  }
  return broken
}
