import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import busboy from 'busboy'
import { ServiceError } from '@/lib/errors'
import { readBody } from './read-body'

/** The bytes that a form may add to its file. */
const FORM_BYTES = 64 * 1024

/** A form with one file, in memory. */
interface Upload {
  fileName: string
  file: Uint8Array
  fields: URLSearchParams
}

/**
 * Receives a form (`multipart/form-data`) with one small file as its part `file`. Nothing of it is written to a disk.
 * @param maxBytes the most that the file may hold
 * @throws ServiceError `too_large`; `malformed` for a broken form, or one without a file
 */
export async function receiveUpload(request: Request, maxBytes: number): Promise<Upload> {
  const type = (request.headers.get('content-type') ?? '').trim()
  if (!/^multipart\/form-data *;/i.test(type))
    throw new ServiceError('malformed', 'This form was sent in a way that is not understood.')
  const body = await readBody(request, maxBytes + FORM_BYTES)
  const upload = await parse(body, type)
  if (upload.fileName === '' || upload.file.length === 0)
    throw new ServiceError('malformed', 'Choose a file that is not empty.')
  if (upload.file.length > maxBytes)
    throw new ServiceError('too_large', `The file is larger than ${maxBytes / (1024 * 1024)} MiB.`)
  return upload
}

async function parse(body: Uint8Array, type: string): Promise<Upload> {
  const upload: Upload = { fileName: '', file: new Uint8Array(), fields: new URLSearchParams() }
  try {
    const limits = { files: 1, fields: 8, fieldSize: 1024, parts: 16 }
    const parser = busboy({ headers: { 'content-type': type }, limits, defParamCharset: 'utf8' })
    parser.on('field', (name, value) => upload.fields.append(name, value))
    parser.on('file', (name, stream, { filename }) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (name !== 'file') return
        upload.fileName = (filename as string | undefined)?.slice(0, 200) ?? ''
        upload.file = Buffer.concat(chunks)
      })
    })
    // The types of its streams are those of an older Node.js.
    const writable = parser as unknown as Writable
    const end = finished(writable)
    writable.end(body)
    await end
    return upload
  } catch (cause) {
    throw new ServiceError('malformed', 'The form is broken or incomplete.', { cause })
  }
}
