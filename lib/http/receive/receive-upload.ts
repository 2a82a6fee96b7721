import { finished } from 'node:stream/promises'
import { ServiceError } from '@/lib/errors'
import { asWritable, formParser } from './form-parser'
import { readBody } from './read-body'

/** The bytes that a form may add to its file. */
const FORM_BYTES = 64 * 1024

/** A form with one file, in memory. */
interface Upload {
  fileName: string
  file: Uint8Array
  fields: URLSearchParams
}

/** A form with several, by the names of their parts; those that were left empty are not there. */
interface SentForm {
  fields: URLSearchParams
  files: Map<string, { fileName: string; file: Uint8Array }>
}

interface FormLimits {
  /** The most that all files together may hold. */
  maxBytes: number
  mostFiles: number
  mostFields: number
  /** Of one field; 1 KiB where left out. */
  mostFieldBytes?: number
}

/**
 * Receives a form (`multipart/form-data`) with one small file as its part `file`. Nothing of it is written to a disk.
 * @param maxBytes the most that the file may hold
 * @throws ServiceError `too_large`; `malformed` for a broken form, or one without a file
 */
export async function receiveUpload(request: Request, maxBytes: number): Promise<Upload> {
  const { fields, files } = await receiveFiles(request, { maxBytes, mostFiles: 1, mostFields: 8 })
  const upload = files.get('file')
  if (!upload || upload.fileName === '') throw new ServiceError('malformed', 'Choose a file that is not empty.')
  if (upload.file.length > maxBytes)
    throw new ServiceError('too_large', `The file is larger than ${maxBytes / (1024 * 1024)} MiB.`)
  return { ...upload, fields }
}

/**
 * The same with several files.
 * @throws ServiceError `too_large`; `malformed` for a broken form
 */
export async function receiveFiles(request: Request, limits: FormLimits): Promise<SentForm> {
  const type = (request.headers.get('content-type') ?? '').trim()
  if (!/^multipart\/form-data *;/i.test(type))
    throw new ServiceError('malformed', 'This form was sent in a way that is not understood.')
  return parse(await readBody(request, limits.maxBytes + FORM_BYTES), type, limits)
}

async function parse(
  body: Uint8Array,
  type: string,
  { mostFiles, mostFields, mostFieldBytes = 1024 }: FormLimits,
): Promise<SentForm> {
  const sent: SentForm = { fields: new URLSearchParams(), files: new Map() }
  try {
    const limits = {
      files: mostFiles,
      fields: mostFields,
      fieldSize: mostFieldBytes,
      parts: mostFiles + mostFields + 8,
    }
    const parser = formParser(type, { limits, defParamCharset: 'utf8' })
    parser.on('field', (name, value) => sent.fields.append(name, value))
    parser.on('file', (name, stream, { filename }) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const file = Buffer.concat(chunks)
        const fileName = (filename as string | undefined)?.slice(0, 200) ?? ''
        if (file.length > 0) sent.files.set(name, { fileName, file })
      })
    })
    const writable = asWritable(parser)
    const end = finished(writable)
    writable.end(body)
    await end
    return sent
  } catch (cause) {
    throw new ServiceError('malformed', 'The form is broken or incomplete.', { cause })
  }
}
