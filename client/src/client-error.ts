/**
 * Why there is no answer. None of them says anything about a certificate: it is neither genuine nor false by that.
 * - `wrong_use`: the call itself is wrong, such as a service without https, or a file in place of the receipt in it;
 * - `unreachable`: no answer came;
 * - `undetermined`: the service could not complete it just now, or does not answer it from where it was asked; or the key that
 *   a receipt names is not in the key set, which may be older than the receipt;
 * - `limited`: too many requests;
 * - `refused`: the service refused it, such as a key that it does not know;
 * - `not_the_service`: what answered is no such service, or answered for another serial;
 * - `receipt_fails`: the receipt was changed, or is none.
 */
export type ClientErrorCode =
  | 'wrong_use'
  | 'unreachable'
  | 'undetermined'
  | 'limited'
  | 'refused'
  | 'not_the_service'
  | 'receipt_fails'

/** What every function here throws. Tell them apart by `code`. */
export interface ClientError extends Error {
  readonly name: 'ClientError'
  readonly code: ClientErrorCode
  /** The status of the answer, if one came. */
  readonly status?: number
  /** After how many seconds to ask again, if the service said so. */
  readonly retryAfterSeconds?: number
}

/** Makes one. Not a class, so that two copies of the package in one program mean the same. */
export function clientError(
  code: ClientErrorCode,
  sentence: string,
  more: { status?: number; retryAfterSeconds?: number; cause?: unknown } = {},
): ClientError {
  const { cause, ...members } = more
  const error = new Error(sentence, cause === undefined ? undefined : { cause })
  return Object.assign(error, { name: 'ClientError' as const, code, ...members })
}
