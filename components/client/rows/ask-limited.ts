import { type KnownLimit, readLimit } from '@/lib/scan/list/pace'

/** `later`: too many were asked for; `refused`: the same would be refused again; `failed`: there was no answer, or an outage. */
type Asked = Response | 'later' | 'refused' | 'failed'

/** Heard too late, too early or too often: the same may be answered another time. */
const PASSING = new Set([408, 425, 429])

/** Whether the same would be refused again, by the status of an answer. */
export const isRefusal = (status: number) => status >= 400 && status < 500 && !PASSING.has(status)

/** Whether the service answered, and no proxy in the place of one that is away: some of those say 404 then, and that of a network 200. */
export const isOwnAnswer = ({ headers }: Response) => /^application\/json\b/i.test(headers.get('content-type') ?? '')

const FIRST_RETRY_MS = 5000
const LONGEST_RETRY_MS = 60_000

/**
 * How long to wait before the service is asked again, in milliseconds: longer after each failure, and never for all pages alike.
 * @param failures in a row, from 1
 */
export function pauseAfter(failures: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS) * (1 + Math.random() / 5)
}

export const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** Asks the service within one of its limits. */
export class LimitedAsk {
  limit: KnownLimit | null = null

  /**
   * @param places that it takes of the limit
   * @param answers statuses besides those of success that are an answer
   */
  async ask(path: string, init: RequestInit, places: number, answers: readonly number[] = []): Promise<Asked> {
    const asking = fetch(path, { ...init, cache: 'no-store', credentials: 'omit' })
    const response = await asking.catch(() => null)
    if (response === null) return 'failed'
    this.limit = readLimit(response.headers)
    if (response.ok || answers.includes(response.status)) return isOwnAnswer(response) ? response : 'failed'
    if (response.status === 429) {
      // Another tab, or a colleague, was quicker: fewer fit into this minute, or none.
      const fewer = this.limit !== null && this.limit.remaining < places && this.limit.remaining > 0
      const seconds = Number(response.headers.get('retry-after')) || 10
      if (!fewer) this.limit = { remaining: 0, resetsInMs: seconds * 1000 }
      return 'later'
    }
    return isRefusal(response.status) && (response.status !== 404 || isOwnAnswer(response)) ? 'refused' : 'failed'
  }
}
