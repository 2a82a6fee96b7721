import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ServiceError } from '@/lib/errors'
import { storeUpload, type StoredUpload } from '@/lib/render/untrusted/store-upload'
import { asWritable, formParser } from './form-parser'
import { refuseEncoding, refuseTooLarge, tooLarge } from './read-body'

/** The bytes that a form may add to its file: boundaries, headers of the parts, a few short fields. */
const FORM_BYTES = 64 * 1024

const LIMITS = { files: 2, fields: 8, fieldSize: 1024, parts: 16 }

const ONE_FILE = 'Send exactly one file, as the part “file” of the form.'

/** Media types that a document may be sent as, and what is said of others. */
export interface DocumentTypes {
  /** In lower case, without parameters. */
  types: readonly string[]
  sentence: string
}

const PDF: DocumentTypes = {
  types: ['application/pdf'],
  sentence: 'Send the file as application/pdf, or as the part “file” of multipart/form-data.',
}

/** How large the body may be so that a file of `maxBytes` fits into it. */
export function documentBodyBytes(maxBytes: number): number {
  return maxBytes + FORM_BYTES
}

/**
 * Receives a document as the body itself (of one of the types) or as the part `file` of a form (`multipart/form-data`),
 * streaming it to a temporary file; it is never whole in memory. The caller disposes of it.
 * @param maxBytes the most that the document may hold
 * @param types what the body itself may be; a PDF when left out
 * @throws ServiceError `too_large`; `malformed` for another content type, a broken form or a body that was broken off
 */
export async function receiveDocument(
  request: Request,
  maxBytes: number,
  { types, sentence }: DocumentTypes = PDF,
): Promise<StoredUpload> {
  refuseEncoding(request)
  const type = (request.headers.get('content-type') ?? '').trim()
  const form = /^multipart\/form-data *;/i.test(type)
  refuseTooLarge(request, form ? documentBodyBytes(maxBytes) : maxBytes)
  if (form) return fromForm(bodyChunks(request, documentBodyBytes(maxBytes)), type, maxBytes)
  const [mediaType = ''] = type.toLowerCase().split(';')
  if (types.includes(mediaType.trim())) return storeUpload(bodyChunks(request, maxBytes), maxBytes)
  throw new ServiceError('malformed', sentence)
}

/** The body in pieces; a caller that breaks off is told apart from what fails here. */
async function* bodyChunks(request: Request, maxBytes: number): AsyncGenerator<Uint8Array> {
  const reader = (request.body as ReadableStream<Uint8Array> | null)?.getReader()
  let size = 0
  try {
    while (reader) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw new ServiceError('malformed', 'The request body ended before it was complete.', { cause })
      })
      if (done) return
      size += value.byteLength
      if (size > maxBytes) throw tooLarge(maxBytes)
      yield value
    }
  } finally {
    void reader?.cancel().catch(() => undefined)
  }
}

async function fromForm(chunks: AsyncIterable<Uint8Array>, type: string, maxBytes: number): Promise<StoredUpload> {
  const stop = new AbortController()
  const files: Promise<StoredUpload>[] = []
  const parser = formParser(type, { limits: LIMITS })
  parser.on('file', (name, stream) => {
    if (name !== 'file') return void stream.resume()
    const stored = storeUpload(stream, maxBytes)
    files.push(stored)
    stored.catch((error: unknown) => stop.abort(error))
  })
  // The parser itself would read on to the end of a form that has too many parts.
  for (const excess of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
    parser.on(excess, () => stop.abort(new ServiceError('malformed', ONE_FILE)))
  }
  try {
    await pipeline(Readable.from(chunks), asWritable(parser), { signal: stop.signal })
    const [file, ...others] = await Promise.all(files)
    if (file && others.length === 0) return file
    throw new ServiceError('malformed', ONE_FILE)
  } catch (error) {
    stop.abort(error)
    await discard(files)
    throw refusalOf(stop.signal.reason, error)
  }
}

async function discard(files: readonly Promise<StoredUpload>[]): Promise<void> {
  for (const result of await Promise.allSettled(files)) {
    if (result.status === 'fulfilled') await result.value.dispose()
  }
}

/** What was thrown with a code stands; a system error is ours; everything else is the form's. */
function refusalOf(...errors: unknown[]): unknown {
  const known = errors.find((error) => error instanceof ServiceError)
  if (known) return known
  const ours = errors.find((error) => error instanceof Error && 'syscall' in error)
  return ours ?? new ServiceError('malformed', 'The form is broken or incomplete.', { cause: errors[0] })
}
