import type { IncomingMessage } from 'node:http'

/** What came back of something that was sent: a status with the first bytes of the answer, or why there was none. */
export type PostedAnswer =
  | { kind: 'answered'; status: number; body: Uint8Array }
  | { kind: 'blocked' | 'unreachable'; reason: string }

/** Enough for an answer to a challenge. */
const MOST_BYTES = 4096

/** Reads an answer of any status and type, no further than it may matter; a redirect is an answer like another. */
export async function readPosted(response: IncomingMessage): Promise<PostedAnswer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= MOST_BYTES) break
  }
  return { kind: 'answered', status: response.statusCode ?? 0, body: Buffer.concat(chunks).subarray(0, MOST_BYTES) }
}
