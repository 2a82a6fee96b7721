import pg from 'pg'
import { undetermined } from '@/lib/errors'
import { log } from '@/lib/log'
import { SERVING_DEADLINE_MS, servingPool } from './database'

const PROBE_INTERVAL_MS = 250

class DeadlineError extends Error {
  override name = 'DeadlineError'
}

/**
 * Guards what is served from the database: nothing takes longer than the deadline, and while the database is known to
 * be out of reach nothing waits at all, so that a hundred requests in that state take no longer than one.
 */
class ServingGuard {
  #open = false

  /**
   * Runs work on the database for a request.
   * @throws ServiceError `unavailable` for whatever goes wrong: undetermined, never a verdict
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#open) throw undetermined('the database was out of reach a moment ago')
    try {
      return await withDeadline(work())
    } catch (error) {
      if (isOutage(error)) this.#trip(error)
      throw undetermined(error)
    }
  }

  #trip(error: unknown): void {
    if (this.#open) return
    this.#open = true
    log.error({ err: error }, 'the database is out of reach; answering 503 until it is back')
    this.#probe()
  }

  #probe(): void {
    servingPool()
      .query('SELECT 1')
      .then(
        () => {
          this.#open = false
          log.info('the database is back')
        },
        () => {
          setTimeout(() => {
            this.#probe()
          }, PROBE_INTERVAL_MS).unref()
        },
      )
  }
}

async function withDeadline<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new DeadlineError(`the database took longer than ${SERVING_DEADLINE_MS} ms`))
    }, SERVING_DEADLINE_MS)
  })
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}

/** Errors that say the database cannot be used at all, as opposed to one statement that failed. */
function isOutage(error: unknown): boolean {
  if (error instanceof DeadlineError) return true
  // Classes 08 (connection), 53 (resources) and 57 (operator intervention) of PostgreSQL's error codes.
  if (error instanceof pg.DatabaseError) return /^(08|53|57)/.test(error.code ?? '')
  // What the driver throws itself, a lost or refused connection or a time-out, is no DatabaseError.
  return error instanceof Error && !('status' in error)
}

const holder = globalThis as typeof globalThis & { certificateServiceGuard?: ServingGuard }

/** The one guard of this process, shared by every copy of this module. */
export function servingGuard(): ServingGuard {
  return (holder.certificateServiceGuard ??= new ServingGuard())
}
