import { isServedByNext } from '@/lib/http/limits/announced-peer'
import { codedDocument } from './content-coding'
import { joinHeaders } from './join-headers'
import { plainResponse } from './plain-response'
import { isNotModified } from './preconditions'

/**
 * Serves a document that is the same for everybody, compressed if the caller accepts it, with an `etag` of its own for
 * each coding, and conditions; under Next it is not compressed. Never for answers about certificates: see `codedDocument`.
 * @param bytes as `codedDocument` takes them: the same array each time
 * @param headers `content-type`, and whatever else every answer carries; `vary` is added to
 * @throws ServiceError `precondition_failed`
 */
export async function sharedResponse(
  request: Request,
  bytes: Uint8Array,
  headers: Record<string, string>,
): Promise<Response> {
  // Next takes `content-encoding` off what a handler answers, and what is left could not be read.
  const coded = await codedDocument(bytes, isServedByNext() ? null : request.headers.get('accept-encoding'))
  const { etag = '' } = coded.headers
  const vary = [headers.vary, coded.headers.vary].filter((value) => value !== undefined).join(', ')
  const always: Record<string, string> = vary === '' ? { etag } : { etag, vary }
  if (isNotModified(request, etag)) return plainResponse(304, always, null)
  return plainResponse(200, joinHeaders(headers, coded.headers, always), coded.bytes)
}
