const WINDOW_MS = 60_000
const MOST_HOSTS = 10_000

interface Window {
  taken: number
  startedAt: number
}

/**
 * The requests to one host per minute, counted in this process: a service that fetches addresses that strangers name
 * must not become a way to flood somebody.
 */
export class HostAllowance {
  readonly #windows = new Map<string, Window>()
  readonly #limit: number
  readonly #now: () => number

  /** @param options `limit`: fetches a minute and host; `now`: milliseconds that never go back, for tests */
  constructor(options: { limit?: number; now?: () => number } = {}) {
    this.#limit = options.limit ?? 10
    this.#now = options.now ?? (() => performance.now())
  }

  /** @returns false when the host was asked often enough in this minute */
  take(host: string): boolean {
    const now = this.#now()
    let window = this.#windows.get(host)
    if (!window || now - window.startedAt >= WINDOW_MS) {
      this.#windows.delete(host)
      window = { taken: 0, startedAt: now }
      this.#windows.set(host, window)
      this.#makeRoom()
    }
    if (window.taken >= this.#limit) return false
    window.taken++
    return true
  }

  /** The oldest window gives way; a map keeps the order of its entries. */
  #makeRoom(): void {
    const oldest = this.#windows.keys().next()
    if (this.#windows.size > MOST_HOSTS && !oldest.done) this.#windows.delete(oldest.value)
  }
}

const holder = globalThis as typeof globalThis & { certificateServiceHostAllowance?: HostAllowance }

/** The one allowance of this process: modules are loaded more than once in it, and must count together. */
export function hostAllowance(): HostAllowance {
  return (holder.certificateServiceHostAllowance ??= new HostAllowance())
}
