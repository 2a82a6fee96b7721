import { DuplicateKeyError, parseStrictJson, TooDeepError } from '@/lib/crypto/encoding/strict-json'
import { ServiceError } from '@/lib/errors'

/**
 * Reads a body up to a limit, without ever holding more.
 * @param maxBytes the most that is taken
 * @throws ServiceError `too_large` as soon as the limit is passed, `malformed` for a content-encoding or a body that
 * the caller broke off
 */
export async function readBody(request: Request, maxBytes: number): Promise<Uint8Array> {
  refuseEncoding(request)
  refuseTooLarge(request, maxBytes)
  if (request.body === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = (request.body as ReadableStream<Uint8Array>).getReader()
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw new ServiceError('malformed', 'The request body ended before it was complete.', { cause })
    })
    if (done) return Buffer.concat(chunks, size)
    size += value.byteLength
    if (size > maxBytes) {
      void reader.cancel().catch(() => undefined)
      throw tooLarge(maxBytes)
    }
    chunks.push(value)
  }
}

/**
 * Refuses by `content-length`, before anything is read.
 * @throws ServiceError `too_large`
 */
export function refuseTooLarge(request: Request, maxBytes: number): void {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes)
}

/**
 * Refuses a compressed body: 415 is not used (spec part 1).
 * @throws ServiceError `malformed`
 */
export function refuseEncoding(request: Request): void {
  const encoding = request.headers.get('content-encoding')
  if (encoding === null || encoding.trim().toLowerCase() === 'identity') return
  throw new ServiceError('malformed', 'Send the body without a content-encoding.')
}

/** The refusal of a body over the limit, in words that name the limit. */
export function tooLarge(maxBytes: number): ServiceError {
  const size = maxBytes >= 1 << 20 ? `${maxBytes / (1 << 20)} MiB` : `${maxBytes / 1024} KiB`
  return new ServiceError('too_large', `The body is too large; at most ${size} are accepted here.`)
}

/**
 * Reads a JSON body: UTF-8, no member named twice, at most 64 levels.
 * @throws ServiceError `too_large`, `malformed` with a sentence that says what is wrong
 */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  const type = request.headers.get('content-type')
  if (type !== null && !/^application\/json *(; *charset="?utf-8"? *)?$/i.test(type.trim())) {
    throw new ServiceError('malformed', 'Send the body as application/json in UTF-8.')
  }
  const bytes = await readBody(request, maxBytes)
  try {
    return parseStrictJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw new ServiceError('malformed', sentenceOf(cause), { cause })
  }
}

function sentenceOf(cause: unknown): string {
  if (cause instanceof DuplicateKeyError) return 'The body names a member of a JSON object twice.'
  if (cause instanceof TooDeepError) return 'The body nests JSON too deeply.'
  if (cause instanceof TypeError) return 'The body is not valid UTF-8.'
  return 'The body is not valid JSON.'
}
