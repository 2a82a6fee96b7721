import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { joinHeaders } from '@/lib/http/answer/join-headers'
import { plainAnswer } from '@/lib/http/answer/plain-response'
import { closeAfterLargeUpload } from '@/server/connection/close-after-large-upload'
import type { Departures } from './departures'

/**
 * Writes a Response. A known body goes out in one piece with its length; a stream is piped with back pressure, and
 * cancelled when the caller goes away. HEAD gets the headers alone.
 * @param departures follows what is in memory until it is read
 */
export async function sendWebResponse(
  message: IncomingMessage,
  answer: ServerResponse,
  response: Response,
  departures: Departures,
): Promise<void> {
  // Said already that the body did not come in time, or gone.
  if (answer.headersSent || answer.destroyed) return void response.body?.cancel().catch(() => undefined)
  closeAfterLargeUpload(message, answer)
  const plain = plainAnswer(response)
  const headers: OutgoingHttpHeaders = plain ? joinHeaders(plain.headers) : headersOf(response)
  if (plain || response.body === null) {
    const body = bytesOf(plain?.body ?? null)
    // To HEAD, where nothing was made, the length that GET would give is not known, and it is not nothing.
    const isKnown = body !== null || message.method !== 'HEAD'
    if (isKnown && hasLength(response.status)) headers['content-length'] ??= body?.byteLength ?? 0
    answer.writeHead(response.status, headers)
    if (body === null || message.method === 'HEAD') return void answer.end()
    departures.follow(answer, body.byteLength)
    answer.end(body)
    return
  }
  answer.writeHead(response.status, headers)
  if (message.method === 'HEAD') {
    await response.body.cancel()
    answer.end()
    return
  }
  // A caller that went away, or a source that failed half-way: the connection is torn down, and nothing can be said.
  await pipeline(Readable.fromWeb(response.body as never), answer).catch(() => answer.destroy())
}

/** Encoded once: a string would be gone through for its length, and again when it is written. */
function bytesOf(body: string | Uint8Array | null): Uint8Array | null {
  return typeof body === 'string' ? Buffer.from(body) : body
}

function hasLength(status: number): boolean {
  return status !== 204 && status !== 304
}

function headersOf(response: Response): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = Object.fromEntries(response.headers)
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) headers['set-cookie'] = cookies
  return headers
}
