import { createHash } from 'node:crypto'
import type { Exchange } from '@/test/server/http-exchange'

/** An answer without what is new each time: two that are alike are equal. */
export interface Seen {
  status: number
  headers: Record<string, string>
  body: string
}

/** What has no type is a word of Next's, or nothing. */
const READABLE = /^($|text\/|application\/(\w+\+)?json|application\/javascript|image\/svg|application\/vc\b)/
/** Of the connection, or of the moment. */
const PASSING = new Set(['connection', 'keep-alive', 'date'])
const COUNTING = new Set([
  'content-length',
  'last-modified',
  'retry-after',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
])

export function seen({ status, headers, body }: Exchange): Seen {
  const lasting = Object.entries(headers).filter(([name]) => !PASSING.has(name))
  const read = READABLE.test(headers['content-type'] ?? '') && headers['content-encoding'] === undefined
  return {
    status,
    headers: Object.fromEntries(lasting.map(([name, value]) => [name, COUNTING.has(name) ? '…' : withoutNews(value)])),
    body: read ? readText(body.toString()) : body.length === 0 ? '' : createHash('sha256').update(body).digest('hex'),
  }
}

/** A body as it is compared. */
export function readText(text: string): string {
  return withoutNews(text).replace(/\d+/g, '0')
}

/** Without nonces, ids and signatures. */
function withoutNews(text: string): string {
  return (
    text
      .replace(/W\/"[\w-]+"/g, 'W/"…"')
      .replace(/nonce([-=]"?)[\w+/=]+/g, 'nonce$1')
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, 'uuid')
      .replace(/[\w-]{16,}\.[\w-]{16,}\.[\w-]{16,}/g, 'jws')
      // Of the log and its witness: a tree is signed again now and then, with the time.
      .replace(/— ([^\s\\]+) [A-Za-z0-9+/]{40,}=*/g, '— $1 signature')
  )
}
