import { PdfObjects } from './pdf-objects'

/** Digits of a number in the byte range, which is written before the numbers are known. */
const DIGITS = 10
const RANGE = `[0 ${'*'.repeat(DIGITS)} ${'*'.repeat(DIGITS)} ${'*'.repeat(DIGITS)}]`

/** What a PDF says of its seal, and how it is made. */
interface PdfSealing {
  /** Whose seal it is. */
  name: string
  /** When, milliseconds since 1970. */
  at: number
  /** The most bytes of a signature. */
  space: number
  /** Signs all of the file but the place of the signature: a detached CMS, DER. */
  sign: (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>
}

/**
 * Seals a PDF of our own with a PAdES signature over the whole file (ETSI EN 319 142-1; ISO 32000-1, 12.8). Nothing is
 * drawn: the field has no extent, which PDF/A and PDF/UA exempt from an appearance and a tag (ISO 19005-3, 6.3.3;
 * ISO 14289-1, 7.18). It is a certification after which no change is allowed.
 * @throws Error when the file is written otherwise, or the signature needs more space
 */
export async function sealPdf(pdf: Uint8Array, { name, at, space, sign }: PdfSealing): Promise<Uint8Array> {
  const objects = new PdfObjects(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength))
  const [page] = objects.pages
  if (page === undefined) throw new Error('the PDF has no page')
  const signature = objects.add(signatureDictionary(name, at, space))
  const field = objects.add(
    `<<\n  /Type /Annot\n  /Subtype /Widget\n  /FT /Sig\n  /T (Seal)\n  /TU ${textString(`Seal of ${name}`)}\n` +
      `  /Rect [0 0 0 0]\n  /F 132\n  /P ${page} 0 R\n  /V ${signature} 0 R\n>>`,
  )
  addEntries(objects, page, `/Annots [${field} 0 R]\n  /Tabs /S`)
  addEntries(
    objects,
    objects.root,
    `/AcroForm <<\n    /SigFlags 3\n    /Fields [${field} 0 R]\n  >>\n  /Perms <<\n    /DocMDP ${signature} 0 R\n  >>\n` +
      '  /Extensions <<\n    /ESIC <<\n      /BaseVersion /1.7\n      /ExtensionLevel 2\n    >>\n  >>',
  )
  const { bytes, offsets } = objects.written()
  return fillIn(bytes, offsets.get(signature) ?? 0, space, sign)
}

function signatureDictionary(name: string, at: number, space: number): string {
  const time = new Date(at).toISOString().replace(/\D/g, '').slice(0, 14)
  return (
    `<<\n  /Type /Sig\n  /Filter /Adobe.PPKLite\n  /SubFilter /ETSI.CAdES.detached\n  /ByteRange ${RANGE}\n` +
    `  /Contents <${'0'.repeat(space * 2)}>\n  /M (D:${time}Z)\n  /Name ${textString(name)}\n` +
    '  /Reference [<<\n    /Type /SigRef\n    /TransformMethod /DocMDP\n' +
    '    /TransformParams <<\n      /Type /TransformParams\n      /V /1.2\n      /P 1\n    >>\n  >>]\n>>'
  )
}

/** The place is looked for from the object on: what words of the page say cannot be taken for it. */
async function fillIn(file: Buffer, from: number, space: number, sign: PdfSealing['sign']): Promise<Uint8Array> {
  const start = file.indexOf('/Contents <', from) + '/Contents '.length
  const end = start + space * 2 + 2
  const numbers = [start, end, file.length - end].map((number) => String(number).padEnd(DIGITS))
  file.write(`[0 ${numbers.join(' ')}]`, file.indexOf(RANGE, from), 'latin1')
  const signature = await sign(Buffer.concat([file.subarray(0, start), file.subarray(end)]))
  if (signature.length > space) throw new Error(`the seal has ${signature.length} bytes, and space for ${space}`)
  file.write(Buffer.from(signature).toString('hex'), start + 1, 'latin1')
  return new Uint8Array(file)
}

/** Adds entries to a dictionary that has none of them yet: a page of ours has no annotations, and no catalogue a form. */
function addEntries(objects: PdfObjects, number: number, entries: string): void {
  const text = objects.text(number)
  if (/\/(Annots|Tabs|AcroForm|Perms|Extensions)\b/.test(text)) throw new Error('the PDF has annotations or a form')
  objects.set(number, text.replace(/\n?>>\s*$/, `\n  ${entries}\n>>`))
}

/** A text string of a PDF, in UTF-16 (ISO 32000-1, 7.9.2). */
function textString(text: string): string {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
  return `<${bytes.toString('hex')}>`
}
