import { ServiceError } from '@/lib/errors'
import { readBody } from '@/lib/http/receive/read-body'

/** The most bytes of a plain form that does not say more. */
const FORM_BYTES = 64 * 1024
/** More than any page sends: of a table those of fifty rows with a hundred columns. */
const MOST_FIELDS = 8192
const [AMPERSAND, PLUS, SPACE] = [0x26, 0x2b, 0x20]

const forms = new WeakMap<Request, URLSearchParams>()

const NOT_UNDERSTOOD = 'This form was sent in a way that is not understood.'

/**
 * Reads a plain form.
 * @param maxBytes 64 KiB unless the form holds a table
 * @throws ServiceError `malformed` for another type and for thousands of fields, `too_large`
 */
export async function readForm(request: Request, maxBytes = FORM_BYTES): Promise<URLSearchParams> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded *(;|$)/i.test(type)) throw new ServiceError('malformed', NOT_UNDERSTOOD)
  const form = parse(await readBody(request, maxBytes))
  forms.set(request, form)
  return form
}

/** The form that was read of a request; undefined where none was. */
export const formRead = (request: Request): URLSearchParams | undefined => forms.get(request)

/** A megabyte may hold half a million fields, which would keep the process for seconds: they are counted before any is made. */
function parse(bytes: Uint8Array): URLSearchParams {
  let fields = 1
  for (let at = bytes.indexOf(AMPERSAND); at !== -1; at = bytes.indexOf(AMPERSAND, at + 1)) fields += 1
  if (fields > MOST_FIELDS) throw new ServiceError('malformed', NOT_UNDERSTOOD)
  // Node.js takes a hundred times as long for a plus as for the space that it stands for.
  return new URLSearchParams(Buffer.from(bytes.map((byte) => (byte === PLUS ? SPACE : byte))).toString('utf8'))
}

/**
 * Refuses a NUL, which no person types and PostgreSQL takes in no text: further on it would look as if the database were down.
 * Pages of the public side say so at the field instead.
 * @throws ServiceError `malformed`
 */
export function refuseNul(form: URLSearchParams): void {
  if ([...form].flat().some((text) => text.includes('\0'))) throw new ServiceError('malformed', NOT_UNDERSTOOD)
}
