import autocannon from 'autocannon'

/** What a stretch of load came to. */
export interface Load {
  requestsPerSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Answers that were not 200. */
  refused: number
}

/** One kind of request, in many variants so that no cache and no limit sees the same twice in a row. */
export interface Target {
  url: string
  method?: 'GET' | 'POST'
  paths: string[]
  headers?: Record<string, string>
  bodies?: string[]
  /** API keys, taken in turn. */
  keys?: string[]
  /** How many requests are under way at a time; left out, 64. */
  connections?: number
}

/** Enough that statements are gathered and a commit serves many, as it is under load. */
const CONNECTIONS = 64
const ADDRESSES = 50_000

/** Sends as much load as is answered for some seconds, each request from another address through a trusted `x-forwarded-for`. */
export function sendLoad(target: Target, seconds: number): Promise<Load> {
  return send(target, { duration: seconds })
}

/** Sends so many requests. @throws Error when one was not answered by 200 */
export async function sendRequests(target: Target, amount: number): Promise<void> {
  const { refused } = await send(target, { amount })
  if (refused > 0) throw new Error(`${refused} answers were not 200`)
}

async function send(target: Target, much: { duration: number } | { amount: number }): Promise<Load> {
  let next = Math.floor(Math.random() * ADDRESSES)
  const result = await autocannon({
    url: target.url,
    connections: target.connections ?? CONNECTIONS,
    ...much,
    requests: [
      {
        method: target.method ?? 'GET',
        setupRequest: (request) => {
          next = (next + 1) % ADDRESSES
          const key = target.keys?.[next % target.keys.length]
          const body = target.bodies?.[next % target.bodies.length]
          return {
            ...request,
            path: target.paths[next % target.paths.length] ?? '/',
            headers: {
              ...target.headers,
              ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
              'x-forwarded-for': `10.${next >> 16}.${(next >> 8) & 255}.${next & 255}`,
            },
            ...(body === undefined ? {} : { body }),
          }
        },
      },
    ],
  })
  return {
    requestsPerSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    refused: result.non2xx + result.errors,
  }
}
