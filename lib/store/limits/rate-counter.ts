/** The length of one window of counting (spec part 8). */
export const WINDOW_MS = 60_000

/** What a counter must know of a limit group. */
export interface CountedGroup {
  name: string
  /** Requests in one window. */
  limit: number
  /** Groups that build or hand out files are refused when they cannot be counted. */
  buildsFiles: boolean
}

/** One request, counted. */
export interface RateCount {
  allowed: boolean
  limit: number
  /** Requests left in the window after this one. */
  remaining: number
  resetAt: Date
  source: 'memory' | 'redis'
}

/** Counts requests in fixed windows of a minute that begin with the first request of a group and key. */
export interface RateCounter {
  /**
   * Counts one request, or several places at once: of those either all are taken or, where too few are left, none.
   * @param key whose window it is: an address or a key's id
   * @param places how many; 1 when left out, which counts also once the limit is passed
   * @returns `uncountable` only for groups that build files; never throws, never takes longer than 100 ms
   */
  count(group: CountedGroup, key: string, places?: number): Promise<RateCount | 'uncountable'>
  /** False while counting has fallen back to memory. */
  readonly healthy: boolean
  /** Waits up to a second for the store, so that the first requests are counted there. Never throws. */
  start(): Promise<void>
  close(): Promise<void>
}
