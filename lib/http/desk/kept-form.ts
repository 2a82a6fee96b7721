import { ServiceError } from '@/lib/errors'
import { isWrite } from '@/lib/http/is-write'
import { formRead, readForm, refuseNul } from './read-form'

/**
 * Fields that stand on no page: passwords, codes of second factors, answers of passkeys, and what opens something for whoever has it
 * (the secrets of invitations, reset links and passports).
 */
const SECRET = new Set(['password', 'current', 'code', 'answer', 'token', 'passport'])

/** The most fields of a stranger's form: those of fifty rows with twenty columns. To show thousands takes long. */
const MOST_OF_STRANGERS = 1000

/** A form that was sent and not taken yet, to be sent again as it is. */
export interface KeptForm {
  /** Path and query that it was sent to. */
  action: string
  /** Name and value of each of its fields, in order. */
  fields: [string, string][]
}

/**
 * The form of a request that nothing is done with before its sender signs in or shows the second factor again, or while something
 * that it needs is away, so that what was typed is not lost. Files are not kept, nor is a form with a secret.
 * @param form as it was read; null where the handler would have read it, and did not yet
 * @param maxBytes of one that is read here
 * @param wasSignedIn whether its sender once was: of a stranger fewer fields are kept
 * @returns null for what is not kept
 */
export async function formToKeep(
  request: Request,
  form: URLSearchParams | null,
  maxBytes: number | undefined,
  wasSignedIn: boolean,
): Promise<KeptForm | null> {
  if (!isWrite(request)) return null
  const sent = form ?? formRead(request) ?? (await readSent(request, maxBytes))
  const fields = [...(sent ?? [])]
  if (sent === null || fields.some(([name, value]) => SECRET.has(name) && value !== '')) return null
  if (!wasSignedIn && fields.length > MOST_OF_STRANGERS) return null
  const { pathname, search } = new URL(request.url)
  return { action: pathname + search, fields }
}

async function readSent(request: Request, maxBytes: number | undefined): Promise<URLSearchParams | null> {
  if (request.bodyUsed) return null
  try {
    const form = await readForm(request, maxBytes)
    refuseNul(form)
    return form
  } catch (error) {
    if (error instanceof ServiceError) return null
    throw error
  }
}
