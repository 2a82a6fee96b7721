import { markAccessible } from './accessible-pdf'
import { PdfObjects } from './pdf-objects'
import { type PartsOfPiece, spellParts } from './spell-parts'

/**
 * What the typesetter leaves to be done on a page.
 * @param pdf as it was written
 * @param pieces with parts to be spelled out
 */
export function finishPdf(pdf: Uint8Array, pieces: readonly PartsOfPiece[]): Uint8Array {
  const objects = new PdfObjects(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength))
  if (pieces.length > 0) for (const page of objects.pages) spellParts(objects, page, pieces)
  markAccessible(objects)
  return new Uint8Array(objects.written().bytes)
}
