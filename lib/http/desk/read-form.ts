import { ServiceError } from '@/lib/errors'
import { readBody } from '@/lib/http/receive/read-body'

/** The most bytes of a plain form that does not say more. */
const FORM_BYTES = 64 * 1024

const NOT_UNDERSTOOD = 'This form was sent in a way that is not understood.'

/**
 * Reads a plain form.
 * @param maxBytes 64 KiB unless the form holds a table
 * @throws ServiceError `malformed` for another type, `too_large`
 */
export async function readForm(request: Request, maxBytes = FORM_BYTES): Promise<URLSearchParams> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded *(;|$)/i.test(type)) throw new ServiceError('malformed', NOT_UNDERSTOOD)
  return new URLSearchParams(Buffer.from(await readBody(request, maxBytes)).toString('utf8'))
}

/**
 * Refuses a NUL, which no person types and PostgreSQL takes in no text: further on it would look as if the database were down.
 * Pages of the public side say so at the field instead.
 * @throws ServiceError `malformed`
 */
export function refuseNul(form: URLSearchParams): void {
  if ([...form].flat().some((text) => text.includes('\0'))) throw new ServiceError('malformed', NOT_UNDERSTOOD)
}
