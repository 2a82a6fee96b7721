import { ServiceError } from '@/lib/errors'
import { readBody } from './read-body'

/** Enough for 10,000 of the longest serials. */
const MOST_BYTES = 2 * 1024 * 1024

/**
 * Receives the form of a lookup, plain or with a file.
 * @returns its fields; `text` is the file's text where one was sent, else what was pasted
 * @throws ServiceError `too_large`, `malformed`
 */
export async function receiveSerials(request: Request): Promise<{ text: string; field: (name: string) => string }> {
  const type = request.headers.get('content-type') ?? ''
  const bytes = await readBody(request, MOST_BYTES)
  try {
    const form = await new Response(Buffer.from(bytes), { headers: { 'content-type': type } }).formData()
    const field = (name: string) => {
      const value = form.get(name)
      return typeof value === 'string' ? value : ''
    }
    const file = form.get('file')
    const text = file instanceof File && file.size > 0 ? await file.text() : field('serials')
    return { text, field }
  } catch (cause) {
    throw new ServiceError('malformed', 'This form was sent in a way that is not understood.', { cause })
  }
}
