/** Every kind of refusal by the service, with its HTTP status (interface.md part 7). */
const STATUS_OF = {
  malformed: 400,
  unauthorized: 401,
  /** The desk only: signed in, but not allowed, or a second factor is asked for anew. */
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_exportable: 409,
  gone: 410,
  precondition_failed: 412,
  too_large: 413,
  target_too_long: 414,
  range_not_satisfiable: 416,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof STATUS_OF

interface ErrorOptions {
  /** What went wrong underneath: logged with the request id, never sent. */
  cause?: unknown
  /** Whole seconds after which trying again makes sense. */
  retryAfterSeconds?: number
  /** Further headers of the answer, such as `allow` or `www-authenticate`. */
  headers?: Record<string, string>
  /** Further members of the error body, such as `available_formats`. */
  details?: Record<string, unknown>
  /** Whether the sentence is in the language of who reads it; otherwise it is in English (`lib/i18n/desk/reader-error`). */
  forReader?: boolean
}

/** The one error class: a code, and a sentence that a person may read. */
export class ServiceError extends Error {
  readonly code: ErrorCode
  readonly retryAfterSeconds: number | undefined
  readonly headers: Record<string, string>
  readonly details: Record<string, unknown>
  readonly forReader: boolean

  /**
   * @param code which refusal this is
   * @param sentence shown to the caller; holds no secret, no personal data and no internals
   */
  constructor(code: ErrorCode, sentence: string, options: ErrorOptions = {}) {
    super(sentence, { cause: options.cause })
    this.name = 'ServiceError'
    this.code = code
    this.retryAfterSeconds = options.retryAfterSeconds
    this.headers = options.headers ?? {}
    this.details = options.details ?? {}
    this.forReader = options.forReader ?? false
  }

  /** The HTTP status of this refusal. */
  get status(): number {
    return STATUS_OF[this.code]
  }
}

/** The service has no such address: told by its code from an address that names no certificate (spec part 1). */
export function noSuchPath(): ServiceError {
  return new ServiceError('not_found', 'There is nothing at this address.', { details: { code: 'no_such_path' } })
}

/**
 * The public log knows what is asked for, or may know it, and the record is not here (decision 137): 503, never `not_found`.
 * @param isSure whether it knows this very certificate
 */
export function lostRecord(isSure: boolean): ServiceError {
  const sentence = isSure
    ? 'This certificate is known to the public log; its record is not here, so it cannot be checked now.'
    : 'The public log knows certificates whose records are not here. This may be one of them, so it cannot be checked now.'
  const cause = 'the public log knows a certificate whose record is lost here'
  return new ServiceError('unavailable', sentence, { cause, retryAfterSeconds: 300, details: { code: 'record_lost' } })
}

/**
 * Something that a verdict needs could not be determined: 503, never a verdict (spec part 3).
 * @param cause what failed; logged, never sent
 */
export function undetermined(cause?: unknown, retryAfterSeconds = 5): ServiceError {
  return new ServiceError('unavailable', 'The check could not be completed just now. Try again in a moment.', {
    cause,
    retryAfterSeconds,
  })
}
