import type { IncomingMessage } from 'node:http'

/** A status, with the first bytes of the body as far as they came. */
type Answered = { kind: 'answered'; status: number; body: Uint8Array }

/** What came back of something that was sent, or why nothing did. */
export type PostedAnswer = Answered | { kind: 'blocked' | 'unreachable'; reason: string }

/** Enough for an answer to a challenge. */
const MOST_BYTES = 4096
const MOST_MS = 2000

/**
 * Reads an answer of any status and type, no further than it may matter; a redirect is an answer like another. The status line
 * and the headers decide: a body that breaks off or never ends takes nothing back that they said.
 * @param hear gets the answer as soon as its head is there; the body is added to it
 */
export async function readPosted(response: IncomingMessage, hear: (answer: Answered) => void): Promise<Answered> {
  const answer: Answered = { kind: 'answered', status: response.statusCode ?? 0, body: new Uint8Array() }
  hear(answer)
  const limit = setTimeout(() => response.destroy(), MOST_MS)
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      answer.body = Buffer.concat([answer.body, chunk]).subarray(0, MOST_BYTES)
      if (answer.body.length === MOST_BYTES) break
    }
  } catch {
    // It broke off.
  } finally {
    clearTimeout(limit)
  }
  return answer
}
