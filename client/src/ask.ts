import { parseStrictJson } from '@/lib/crypto/encoding/strict-json'
import { clientError } from './client-error'
import { own } from './own'
import { readText } from './read-text'
import { addressOf, type ServiceOptions } from './service-options'
import { wait } from './wait'

/** What came back, as far as it is JSON of this service's form. */
export interface Reply {
  status: number
  /** Has `success`, a boolean of its own. */
  body: unknown
  /** Whether the service counted the request, as it does where a certificate was looked for. */
  wasCounted: boolean
}

type Attempt = { reply: Reply } | { failure: Error; again: boolean; retryAfterSeconds?: number }

/**
 * Asks the service, and again where it could not answer just now, after as long as it says.
 * @param expected the statuses that the caller reads itself
 * @throws ClientError for every other answer, a redirect among them, and where none comes
 */
export async function ask(
  options: ServiceOptions,
  path: string,
  request: { method?: string; headers?: Record<string, string>; body?: BodyInit },
  expected: readonly number[],
): Promise<Reply> {
  const url = addressOf(options.service, path)
  const { retries = 2, longestWaitSeconds = 60, signal } = options
  for (let asked = 0; ; asked++) {
    const attempt = await askOnce(url, options, request, expected)
    if ('reply' in attempt) return attempt.reply
    const seconds = attempt.retryAfterSeconds ?? 2 ** asked
    if (!attempt.again || asked >= retries || seconds > longestWaitSeconds) throw attempt.failure
    await wait(seconds, signal)
  }
}

async function askOnce(
  url: URL,
  { timeoutSeconds = 15, signal }: ServiceOptions,
  request: RequestInit,
  expected: readonly number[],
): Promise<Attempt> {
  const timeout = AbortSignal.timeout(timeoutSeconds * 1000)
  const ended = new AbortController()
  const end = () => ended.abort(signal?.aborted ? signal.reason : timeout.reason)
  signal?.throwIfAborted()
  timeout.addEventListener('abort', end)
  signal?.addEventListener('abort', end)
  try {
    // Not `redirect: 'error'`, which some edge runtimes lack.
    const response = await fetch(url, { ...request, redirect: 'manual', cache: 'no-store', signal: ended.signal })
    return read(url, response, await readText(response), expected)
  } catch (cause) {
    signal?.throwIfAborted()
    if (own(cause, 'code') === 'not_the_service') throw cause
    return { failure: clientError('unreachable', 'The service did not answer.', { cause }), again: true }
  } finally {
    timeout.removeEventListener('abort', end)
    signal?.removeEventListener('abort', end)
  }
}

function read(url: URL, response: Response, text: string, expected: readonly number[]): Attempt {
  const { status, headers, type } = response
  // Where it cannot answer the caller's country or network: the one redirect of the service.
  if (status === 307 && leadsTo(headers.get('location'), new URL('/not-available', url)))
    return {
      failure: clientError('undetermined', 'The service does not answer this from where it was asked.', { status }),
      again: false,
    }
  if (type === 'opaqueredirect' || (status >= 300 && status < 400))
    return {
      failure: clientError('not_the_service', 'It redirects, which the service does not.', { status }),
      again: false,
    }
  const body = parse(text, headers.get('content-type'))
  const success = own(body, 'success')
  if (expected.includes(status) && typeof success === 'boolean')
    return { reply: { status, body, wasCounted: headers.has('x-ratelimit-limit') } }
  const said = own(body, 'error')
  const sentence = success === false && typeof said === 'string' ? said.slice(0, 300) : `It answered with ${status}.`
  const retryAfterSeconds = secondsOf(headers.get('retry-after'))
  const more = { status, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) }
  if (status === 429) return { failure: clientError('limited', sentence, more), again: true, ...more }
  if (status >= 500) return { failure: clientError('undetermined', sentence, more), again: true, ...more }
  if (status >= 400 && success === false) return { failure: clientError('refused', sentence, more), again: false }
  return { failure: clientError('not_the_service', 'The answer is none of this service.', { status }), again: false }
}

function leadsTo(location: string | null, url: URL): boolean {
  try {
    return location !== null && new URL(location, url).href === url.href
  } catch {
    return false
  }
}

function parse(text: string, mediaType: string | null): unknown {
  if (!/^application\/json(?:;|$)/i.test(mediaType ?? '')) return undefined
  try {
    return parseStrictJson(text)
  } catch {
    return undefined
  }
}

/** Whole seconds, as the service writes them; what else a proxy may write is not read. */
function secondsOf(header: string | null): number | undefined {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : undefined
}
