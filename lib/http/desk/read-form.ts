import { ServiceError } from '@/lib/errors'
import { readBody } from '@/lib/http/receive/read-body'

/** The most bytes of a plain form that does not say more. */
const FORM_BYTES = 64 * 1024

/**
 * Reads a plain form. No field that a person fills in holds a NUL, which PostgreSQL takes in no text: it would be an answer of 503.
 * @param maxBytes 64 KiB unless the form holds a table
 * @throws ServiceError `malformed` for another type, `too_large`
 */
export async function readForm(request: Request, maxBytes = FORM_BYTES): Promise<URLSearchParams> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded *(;|$)/i.test(type))
    throw new ServiceError('malformed', 'This form was sent in a way that is not understood.')
  const fields = new URLSearchParams(Buffer.from(await readBody(request, maxBytes)).toString('utf8'))
  for (const [name, value] of fields)
    if (`${name}${value}`.includes('\0'))
      throw new ServiceError('malformed', 'This form was sent in a way that is not understood.')
  return fields
}
