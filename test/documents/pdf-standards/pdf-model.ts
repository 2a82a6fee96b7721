import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'

const run = promisify(execFile)
const MOST = 64 * 1024 * 1024

/** A value of a PDF as qpdf writes it in JSON: names begin with `/`, texts with `u:`, references are `7 0 R`. */
export type PdfValue = null | boolean | number | string | PdfValue[] | { [name: string]: PdfValue }
export type PdfDictionary = Record<string, PdfValue>

const value: z.ZodType<PdfValue> = z.lazy(() =>
  z.union([z.null(), z.boolean(), z.number(), z.string(), z.array(value), z.record(z.string(), value)]),
)
const dictionary = z.record(z.string(), value)
const object = z.union([
  z.object({ stream: z.object({ dict: dictionary, data: z.string().default('') }) }),
  z.object({ value }),
])
const dumped = z.object({ qpdf: z.tuple([z.unknown(), z.record(z.string(), object)]) })

/** A PDF, taken apart by qpdf. */
export interface PdfModel {
  /** The file itself. */
  bytes: Buffer
  trailer: PdfDictionary
  catalogue: PdfDictionary
  /** Every dictionary there is: of objects, of streams, and those within them. */
  dictionaries: PdfDictionary[]
  /** Every array there is, in the same way. */
  arrays: PdfValue[][]
  /** Each stream, with its dictionary as the file has it. */
  streams: PdfDictionary[]
  /** What a reference refers to; anything else is itself. */
  get: (value: PdfValue | undefined) => PdfValue
  /** As a dictionary; empty where it is none. */
  dict: (value: PdfValue | undefined) => PdfDictionary
  /** As an array; empty where it is none. */
  list: (value: PdfValue | undefined) => PdfValue[]
  /** The bytes of a stream, unpacked. */
  data: (reference: PdfValue | undefined) => Buffer
}

/** Takes a PDF apart with qpdf (Debian). */
export async function readPdfModel(bytes: Uint8Array): Promise<PdfModel> {
  const folder = await mkdtemp(join(tmpdir(), 'standards-'))
  try {
    const path = join(folder, 'judged.pdf')
    await writeFile(path, bytes)
    const dump = async (level: string) => {
      const args = ['--json=2', '--json-stream-data=inline', `--decode-level=${level}`, '--warning-exit-0', path]
      const { stdout } = await run('qpdf', args, { maxBuffer: MOST })
      return dumped.parse(JSON.parse(stdout)).qpdf[1]
    }
    return modelOf(Buffer.from(bytes), await dump('generalized'), await dump('none'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Objects = Record<string, z.infer<typeof object>>

function modelOf(bytes: Buffer, objects: Objects, packed: Objects): PdfModel {
  const find = (reference: PdfValue | undefined) =>
    typeof reference === 'string' && /^\d+ \d+ R$/.test(reference) ? objects[`obj:${reference}`] : undefined
  const get = (asked: PdfValue | undefined): PdfValue => {
    const found = find(asked)
    if (!found) return asked ?? null
    return 'stream' in found ? found.stream.dict : found.value
  }
  const dict = (asked: PdfValue | undefined): PdfDictionary => {
    const found = get(asked)
    return found !== null && typeof found === 'object' && !Array.isArray(found) ? found : {}
  }
  const list = (asked: PdfValue | undefined): PdfValue[] => {
    const found = get(asked)
    return Array.isArray(found) ? found : []
  }
  const data = (asked: PdfValue | undefined) => {
    const found = find(asked)
    return Buffer.from(found && 'stream' in found ? found.stream.data : '', 'base64')
  }
  const trailer = dict(objects.trailer && 'value' in objects.trailer ? objects.trailer.value : null)
  const whole = Object.values(packed).map((one) => ('stream' in one ? one.stream.dict : one.value))
  const streams = Object.values(packed).flatMap((one) => ('stream' in one ? [one.stream.dict] : []))
  return {
    bytes,
    trailer,
    catalogue: dict(trailer['/Root']),
    dictionaries: whole.flatMap(within).flatMap((one) => (Array.isArray(one) ? [] : [one])),
    arrays: whole.flatMap(within).flatMap((one) => (Array.isArray(one) ? [one] : [])),
    streams,
    get,
    dict,
    list,
    data,
  }
}

/** A dictionary or an array, and those within it. */
function within(one: PdfValue): (PdfDictionary | PdfValue[])[] {
  if (one === null || typeof one !== 'object') return []
  return [one, ...Object.values(one).flatMap(within)]
}
