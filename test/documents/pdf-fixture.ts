/** One object of a hand-written PDF: a dictionary or array, or a dictionary with the bytes of a stream. */
export type PdfObject = string | { dictionary: string; stream: Uint8Array | string }

/**
 * Writes a PDF 1.7 file by hand, for tests: what no library would write can be written too.
 * @param objects numbered from 1; the first is the catalogue. `/Length` is added to each stream
 * @param trailer further entries of the trailer
 */
export function pdfOf(objects: PdfObject[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xE2\xE3\xCF\xD3\n', 'latin1')]
  let size = 15
  const offsets = objects.map((object, index) => {
    const offset = size
    const bytes = objectBytes(index + 1, object)
    parts.push(bytes)
    size += bytes.length
    return offset
  })
  parts.push(xref(offsets, size, trailer))
  return Buffer.concat(parts)
}

/** The bytes of one numbered object, with its stream when it has one. */
export function objectBytes(number: number, object: PdfObject): Buffer {
  if (typeof object === 'string') return Buffer.from(`${number} 0 obj\n${object}\nendobj\n`, 'latin1')
  const stream = typeof object.stream === 'string' ? Buffer.from(object.stream, 'latin1') : object.stream
  const head = `${number} 0 obj\n<< ${object.dictionary} /Length ${stream.length} >>\nstream\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), stream, Buffer.from('\nendstream\nendobj\n')])
}

function xref(offsets: number[], at: number, trailer: string): Buffer {
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const count = offsets.length + 1
  return Buffer.from(
    `xref\n0 ${count}\n0000000000 65535 f \n${rows}` +
      `trailer\n<< /Size ${count} /Root 1 0 R ${trailer} >>\nstartxref\n${at}\n%%EOF\n`,
    'latin1',
  )
}

/** A PDF with the given content stream on each of its pages, in Helvetica as /F1. */
export function onePagePdf(content: PdfObject, resources = '', page = ''): Buffer {
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << ${resources} >> ${page} >>`,
    content,
  ])
}
