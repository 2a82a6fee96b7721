import { fileText } from '@/lib/domain/certificate/file-kind'
import { readForm } from '@/lib/http/desk/read-form'
import { receiveFiles } from './receive-upload'

/** The most bytes: enough for 10,000 of the longest serials. */
const MOST_BYTES = 2 * 1024 * 1024

/**
 * Receives the form of a lookup, plain or with a file.
 * @returns its fields; `texts` are the file's, where one was sent, and what was pasted; none where the file is no text, since a
 *   table of the pasted ones alone would look like the whole answer
 * @throws ServiceError `too_large`, `malformed`
 */
export async function receiveSerials(
  request: Request,
  maxBytes = MOST_BYTES,
): Promise<{ texts: string[]; field: (name: string) => string }> {
  const isPlain = /^application\/x-www-form-urlencoded/i.test(request.headers.get('content-type') ?? '')
  const { fields, files } = isPlain
    ? { fields: await readForm(request, maxBytes), files: null }
    : await receiveFiles(request, { maxBytes, mostFiles: 1, mostFields: 8, mostFieldBytes: maxBytes })
  const field = (name: string) => fields.get(name) ?? ''
  const file = files?.get('file')?.file
  const ofFile = file ? fileText(file) : ''
  return { texts: ofFile === null ? [] : [ofFile, field('serials')], field }
}
