import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { MAX_PICTURE_BYTES } from '@/lib/domain/badge/image/unbake-badge'
import { ServiceError } from '@/lib/errors'
import { asWritable, formParser } from './form-parser'
import { readBody, tooLarge } from './read-body'

/**
 * The bytes that a form may add: boundaries, headers of the parts, and the line ends of a text, which browsers
 * lengthen.
 */
const FORM_BYTES = 128 * 1024

/**
 * Receives a badge or a receipt from the form of its page: the part `file`, or what was typed or pasted into `text`. A
 * form sends both parts, one of them empty.
 * @returns the bytes as they were chosen; of a text, without white space around it
 * @throws ServiceError `malformed` where both or neither is filled in, `too_large` past 1 MiB
 */
export async function receiveFileOrText(request: Request): Promise<Uint8Array> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data *;/i.test(type)) throw new ServiceError('malformed', 'Send the form of the page.')
  const parts = await partsOf(await readBody(request, MAX_PICTURE_BYTES + FORM_BYTES), type)
  const [part, ...others] = parts.filter(({ length }) => length > 0)
  if (!part || others.length > 0) throw new ServiceError('malformed', 'Send one of both: either a file or its text.')
  return part
}

async function partsOf(body: Uint8Array, type: string): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = []
  let large = false
  try {
    const parser = formParser(type, {
      limits: { files: 1, fileSize: MAX_PICTURE_BYTES + 1, fields: 1, fieldSize: MAX_PICTURE_BYTES + 1, parts: 2 },
    })
    parser.on('file', (name, stream) => {
      const chunks: Buffer[] = []
      stream.on('limit', () => (large = true))
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => name === 'file' && parts.push(Buffer.concat(chunks)))
    })
    parser.on('field', (name, value, { valueTruncated }) => {
      large ||= valueTruncated
      if (name === 'text') parts.push(Buffer.from(value.trim()))
    })
    await pipeline(Readable.from([body]), asWritable(parser))
  } catch (cause) {
    throw new ServiceError('malformed', 'The form is broken or incomplete.', { cause })
  }
  if (large) throw tooLarge(MAX_PICTURE_BYTES)
  return parts
}
