import type { LineLimits } from './render-lines'

/** What a pool of rendering processes may take. */
export interface RenderPoolOptions {
  /** The most processes at once. */
  size?: number
  /** Tasks that may wait in each line; past that they are refused as `busy`. */
  maxWaiting?: LineLimits
  /** Milliseconds that one task may take in its process. */
  timeoutMs?: number
  /** Tasks after which a process is replaced. */
  tasksPerProcess?: number
  /** Bytes of resident memory at which a process is replaced. */
  maxRss?: number
}

export const DEFAULT_BOUNDS: Required<RenderPoolOptions> = {
  size: 2,
  maxWaiting: { bulk: 256, single: 56, asked: 24 },
  // Thousands of times what a page takes: on a busy machine that one waits for is no sign of a fault.
  timeoutMs: 30_000,
  tasksPerProcess: 2000,
  maxRss: 300 * 1024 * 1024,
}
