import { ServiceError } from '@/lib/errors'
import { isDatabaseAway } from '@/lib/store/database/silence/is-database-away'

/** What is said of an error that a process could not start for: a sentence, or all of an error that is a fault of ours. */
export function startFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code } = error as { code?: unknown }
  if (error instanceof ServiceError || (error.constructor === Error && code === undefined)) return error.message
  return isDatabaseAway(error) ? `The database cannot be used: ${error.message || String(code)}.` : error
}
