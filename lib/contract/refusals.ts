interface Refusal {
  meaning: string
  /** What the caller does about the refusal. */
  action: string
}

const REFUSALS = {
  400: {
    meaning: 'The request is malformed.',
    action: 'Fix the request; retrying does not help.',
  },
  401: {
    meaning: 'The API key is missing, malformed or revoked, or its issuer is suspended.',
    action: 'Check the Authorization header.',
  },
  404: { meaning: 'Nothing matches.', action: 'Treat it as not found.' },
  405: {
    meaning: 'The address does not answer this method.',
    action: 'Use a method that the allow header names.',
  },
  409: {
    meaning: 'The certificate cannot be exported in the requested format.',
    action: 'Ask for the JSON-LD form instead.',
  },
  410: {
    meaning: 'The certificate was withdrawn or replaced; its files are no longer served.',
    action: 'Call verify for its current status.',
  },
  412: {
    meaning: 'The file is another one than `if-match` asks for.',
    action: 'Ask without the condition, and look at the new `etag`.',
  },
  413: {
    meaning: 'What was sent is too large.',
    action: 'Stay under the size limit of the endpoint.',
  },
  414: { meaning: 'The address is longer than 8 kB.', action: 'Send a shorter one; retrying does not help.' },
  416: { meaning: 'The file has no such range of bytes.', action: 'Ask for the whole file.' },
  422: {
    meaning: 'Open Badge validation ran and the credential is not valid.',
    action: 'Read `validation.errors`.',
  },
  429: { meaning: 'Too many requests.', action: 'Wait `retry-after` seconds, then retry.' },
  500: {
    meaning: 'Failure on the side of the service.',
    action: 'Retry after `retry-after` seconds.',
  },
  503: {
    meaning: 'The request could not be completed just now.',
    action: 'Retry after `retry-after` seconds. Never treat it as genuine.',
  },
} as const satisfies Record<number, Refusal>

/** The statuses with which the service refuses (interface.md part 7). */
export type RefusalStatus = keyof typeof REFUSALS

/**
 * What a refusal means and what to do about it.
 * @param status an HTTP status that is no success
 */
export function refusalOfStatus(status: RefusalStatus): Refusal {
  return REFUSALS[status]
}
