import { deflateSync, inflateSync } from 'node:zlib'

/** An object with a stream: the entries of its dictionary, as they are written, and the bytes. */
interface PdfStream {
  dictionary: string
  bytes: Buffer
}

const STREAM = /^<<([^]*?)>>\nstream\n/

/**
 * The objects of a PDF as our typesetter writes it: one section, a plain table of offsets, no object in a stream. It reads
 * no other PDF. Texts of objects are in latin1, a character a byte.
 */
export class PdfObjects {
  private readonly objects = new Map<number, Buffer>()
  private readonly header: Buffer
  private readonly trailer: string

  /** @throws Error when the file is written otherwise */
  constructor(pdf: Buffer) {
    const start = Number(/startxref\n(\d+)\n%%EOF\s*$/.exec(pdf.toString('latin1', pdf.length - 64))?.[1])
    if (pdf.toString('latin1', start, start + 5) !== 'xref\n') throw new Error('the PDF has no table of offsets')
    const table = pdf.toString('latin1', start)
    const offsets = [...table.matchAll(/^(\d{10}) 00000 n/gm)].map(([, offset]) => Number(offset))
    this.header = pdf.subarray(0, offsets[0])
    this.trailer = /trailer\n<<([^]*?)>>\nstartxref/.exec(table)?.[1] ?? ''
    const ends = [...offsets.slice(1), start]
    for (const [index, offset] of offsets.entries()) {
      const found = bodyOf(pdf.subarray(offset, ends[index]))
      this.objects.set(index + 1, found)
    }
  }

  /** The number that an entry such as `/Root` refers to. */
  static reference(dictionary: string, name: string): number {
    const found = new RegExp(`/${name} (\\d+) 0 R`).exec(dictionary)
    if (!found) throw new Error(`the PDF has no ${name}`)
    return Number(found[1])
  }

  /** The number of the catalogue. */
  get root(): number {
    return PdfObjects.reference(this.trailer, 'Root')
  }

  /** The numbers of the pages. */
  get pages(): number[] {
    return [...this.objects].flatMap(([number, body]) =>
      /^<<\s*\/Type \/Page\s/.test(body.toString('latin1', 0, 40)) ? [number] : [],
    )
  }

  /** An object without a stream, as it is written. */
  text(number: number): string {
    return this.object(number).toString('latin1')
  }

  /** An object with a stream, unpacked. */
  stream(number: number): PdfStream {
    const body = this.object(number)
    const [head, dictionary = ''] = STREAM.exec(body.toString('latin1', 0, 4000)) ?? []
    if (head === undefined) throw new Error(`object ${number} of the PDF has no stream`)
    const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1])
    const bytes = body.subarray(head.length, head.length + length)
    return { dictionary, bytes: dictionary.includes('/FlateDecode') ? inflateSync(bytes) : Buffer.from(bytes) }
  }

  set(number: number, text: string): void {
    this.objects.set(number, Buffer.from(text, 'latin1'))
  }

  /** @param entries of the dictionary besides length and filter */
  setStream(number: number, entries: string, bytes: Buffer, { packed = true } = {}): void {
    const body = packed ? deflateSync(bytes, { level: 9 }) : bytes
    const filter = packed ? ' /Filter /FlateDecode' : ''
    const head = Buffer.from(`<<${entries} /Length ${body.length}${filter}>>\nstream\n`, 'latin1')
    this.objects.set(number, Buffer.concat([head, body, Buffer.from('\nendstream')]))
  }

  /** The number of a new object. */
  add(text: string): number {
    const number = this.objects.size + 1
    this.set(number, text)
    return number
  }

  /** The number of a new object with a stream. */
  addStream(entries: string, bytes: Buffer): number {
    const number = this.objects.size + 1
    this.setStream(number, entries, bytes)
    return number
  }

  /** The whole file again, and where each object begins in it. */
  written(): { bytes: Buffer; offsets: ReadonlyMap<number, number> } {
    const parts = [this.header]
    const table = ['0000000000 65535 f\r\n']
    const offsets = new Map<number, number>()
    let length = this.header.length
    for (const [number, body] of this.objects) {
      offsets.set(number, length)
      const part = Buffer.concat([Buffer.from(`${number} 0 obj\n`), body, Buffer.from('\nendobj\n\n')])
      table.push(`${String(length).padStart(10, '0')} 00000 n\r\n`)
      parts.push(part)
      length += part.length
    }
    const size = this.objects.size + 1
    const trailer = this.trailer.replace(/\/Size \d+/, `/Size ${size}`)
    const end = `xref\n0 ${size}\n${table.join('')}trailer\n<<${trailer}>>\nstartxref\n${length}\n%%EOF`
    return { bytes: Buffer.concat([...parts, Buffer.from(end, 'latin1')]), offsets }
  }

  private object(number: number): Buffer {
    const body = this.objects.get(number)
    if (!body) throw new Error(`the PDF has no object ${number}`)
    return body
  }
}

function bodyOf(bytes: Buffer): Buffer {
  const start = bytes.indexOf(' 0 obj\n') + 7
  const end = bytes.lastIndexOf('\nendobj')
  if (start < 7 || end < start) throw new Error('an object of the PDF has no end')
  return bytes.subarray(start, end)
}
