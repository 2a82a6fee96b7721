import { fileText } from '@/lib/domain/certificate/file-kind'
import { ServiceError } from '@/lib/errors'
import { readBody } from './read-body'

/** The most bytes: enough for 10,000 of the longest serials. */
const MOST_BYTES = 2 * 1024 * 1024

/**
 * Receives the form of a lookup, plain or with a file.
 * @returns its fields; `text` is the file's text where one was sent, else what was pasted
 * @throws ServiceError `too_large`, `malformed`
 */
export async function receiveSerials(request: Request): Promise<{ text: string; field: (name: string) => string }> {
  const type = request.headers.get('content-type') ?? ''
  const body = await readBody(request, MOST_BYTES)
  try {
    const form = await new Response(Buffer.from(body), { headers: { 'content-type': type } }).formData()
    const field = (name: string) => {
      const value = form.get(name)
      return typeof value === 'string' ? value : ''
    }
    const file = form.get('file')
    const bytes = file instanceof File ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array()
    const text = bytes.length > 0 ? (fileText(bytes) ?? '') : field('serials')
    return { text, field }
  } catch (cause) {
    throw new ServiceError('malformed', 'This form was sent in a way that is not understood.', { cause })
  }
}
