import { ServiceError } from '@/lib/errors'
import { readBody } from '@/lib/http/receive/read-body'

/** The most bytes of a plain form. */
const FORM_BYTES = 64 * 1024

/**
 * Reads a plain form.
 * @throws ServiceError `malformed` for another type, `too_large` past 64 KiB
 */
export async function readForm(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded *(;|$)/i.test(type))
    throw new ServiceError('malformed', 'This form was sent in a way that is not understood.')
  return new URLSearchParams(Buffer.from(await readBody(request, FORM_BYTES)).toString('utf8'))
}
