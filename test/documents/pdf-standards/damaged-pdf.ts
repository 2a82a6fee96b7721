import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PdfObjects } from '@/lib/render/pdf/pdf-objects'

/** A file of ours with one thing in it changed. */
export interface Damage {
  /** The objects without a stream, or the dictionaries of those with one, in which `from` becomes `to`. */
  object?: [from: string | RegExp, to: string]
  /** The same of unpacked streams. */
  stream?: [from: string | RegExp, to: string]
  /** The same of the whole file; as many bytes, or behind the table of offsets. */
  file?: [from: string | RegExp, to: string]
  /** The whole file encrypted, with an empty password. */
  encrypted?: true
}

/**
 * Damages a PDF of ours.
 * @throws Error where nothing was changed: a control that changes nothing proves nothing
 */
export async function damaged(pdf: Uint8Array, { object, stream, file, encrypted }: Damage): Promise<Buffer> {
  if (encrypted) return encryptedPdf(pdf)
  const objects = new PdfObjects(Buffer.from(pdf))
  let changed = false
  for (const number of numbersOf(objects)) {
    const body = objects.text(number)
    if (object) changed = changeObject(objects, number, body, object) || changed
    if (stream && body.includes('\nstream\n')) changed = changeStream(objects, number, stream) || changed
  }
  const written = objects.written().bytes.toString('latin1')
  const whole = file ? written.replace(...file) : written
  if (!changed && whole === written) throw new Error('the control changed nothing')
  return Buffer.from(whole, 'latin1')
}

async function encryptedPdf(pdf: Uint8Array): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'encrypted-'))
  try {
    const [plain, encrypted] = [join(folder, 'plain.pdf'), join(folder, 'encrypted.pdf')]
    await writeFile(plain, pdf)
    await promisify(execFile)('qpdf', ['--encrypt', '', 'owner', '256', '--', plain, encrypted])
    return await readFile(encrypted)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function numbersOf(objects: PdfObjects): number[] {
  const size = Number(/\/Size (\d+)/.exec(objects.written().bytes.toString('latin1').slice(-400))?.[1])
  return Array.from({ length: size - 1 }, (_, index) => index + 1)
}

function changeObject(objects: PdfObjects, number: number, body: string, change: [string | RegExp, string]): boolean {
  const end = body.indexOf('\nstream\n')
  const head = end < 0 ? body : body.slice(0, end)
  const other = head.replace(...change)
  if (other === head) return false
  objects.set(number, other + (end < 0 ? '' : body.slice(end)))
  return true
}

function changeStream(objects: PdfObjects, number: number, change: [string | RegExp, string]): boolean {
  const { dictionary, bytes } = objects.stream(number)
  const text = bytes.toString('latin1')
  const other = text.replace(...change)
  if (other === text) return false
  const packed = dictionary.includes('/FlateDecode')
  const entries = dictionary.replace(/\/Length \d+/, '').replace(/\/Filter \/FlateDecode/, '')
  objects.setStream(number, entries, Buffer.from(other, 'latin1'), { packed })
  return true
}
