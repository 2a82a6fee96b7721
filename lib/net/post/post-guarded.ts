import type { IncomingMessage } from 'node:http'
import { type GuardedFetchOptions, throughGuard } from '@/lib/net/fetch-guarded'
import { exchangePinned } from '@/lib/net/fetch-pinned'
import { parseFetchAddress } from '@/lib/net/parse-fetch-address'
import { type PostedAnswer, readPosted } from './read-posted'

/** The time from the DNS query to the end of the answer's head; what is read behind it ends with it, too. */
const MILLISECONDS = 15_000

/**
 * Sends a JSON document to an address that an issuer named, through the guard of everything that is fetched: https on
 * port 443, public addresses only, judged and pinned at each sending; no redirect is followed.
 * @param headers besides those of the document
 * @returns never throws
 */
export async function postGuarded(
  address: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  options: GuardedFetchOptions = {},
): Promise<PostedAnswer> {
  const parsed = parseFetchAddress(address)
  if (parsed.kind === 'refused') return { kind: 'blocked', reason: parsed.reason }
  const bytes = Buffer.from(body, 'utf8')
  const sent = {
    method: 'POST' as const,
    headers: { accept: '*/*', 'content-type': 'application/json', 'content-length': `${bytes.length}`, ...headers },
    body: bytes,
  }
  const heard: PostedAnswer[] = []
  const read = (response: IncomingMessage) => readPosted(response, (answer) => heard.push(answer))
  const milliseconds = options.milliseconds ?? MILLISECONDS
  const outcome = await throughGuard(parsed.url, milliseconds, options, (pinned) => exchangePinned(pinned, sent, read))
  // Whatever went wrong behind the head: a receiver that took the message would be told again and again.
  return heard[0] ?? outcome
}
