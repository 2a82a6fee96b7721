import { ServiceError } from '@/lib/errors'
import { readBody } from '@/lib/http/receive/read-body'

/** The most bytes of a plain form that does not say more. */
const FORM_BYTES = 64 * 1024

/**
 * Reads a plain form. One with a NUL, which no person types and PostgreSQL takes in no text, is refused here: further on it would
 * look as if the database were down.
 * @param maxBytes 64 KiB unless the form holds a table
 * @throws ServiceError `malformed` for another type and for a NUL, `too_large`
 */
export async function readForm(request: Request, maxBytes = FORM_BYTES): Promise<URLSearchParams> {
  const type = request.headers.get('content-type') ?? ''
  const isForm = /^application\/x-www-form-urlencoded *(;|$)/i.test(type)
  const fields = isForm ? new URLSearchParams(Buffer.from(await readBody(request, maxBytes)).toString('utf8')) : null
  if (!fields || [...fields].flat().some((text) => text.includes('\0')))
    throw new ServiceError('malformed', 'This form was sent in a way that is not understood.')
  return fields
}
