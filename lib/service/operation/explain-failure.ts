import { Undetermined } from '@/lib/domain/history/judgement'
import { ServiceError } from '@/lib/errors'
import { isDatabaseAway } from '@/lib/store/database/silence/is-database-away'
import { isFileStoreFailure } from '@/lib/store/files/file-store-failure'
import { JournalFailure } from '@/lib/store/journal/journal-files'

/** What PostgreSQL says of a login and a database that are not as DATABASE_URL has them. */
const REFUSALS: ReadonlySet<unknown> = new Set(['28P01', '28000', '3D000'])
/** What the system says of a disk that takes no more. */
const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])

/**
 * What an operator is told of a failure, which is more than a visitor is told: the reason, too, where the sentence has none.
 * @returns sentences; null for a fault of ours
 */
export function explainFailure(error: unknown): string | null {
  if (isFileStoreFailure(error)) return error.cause.message
  if (!(error instanceof ServiceError)) return reasonOf(error)
  const { cause } = error
  const reason = cause instanceof Undetermined ? cause.message : cause
  return typeof reason === 'string'
    ? `${ended(error.message)} The reason: ${ended(reason)}`
    : [ended(error.message), reasonOf(cause)].filter((part) => part !== null).join(' ')
}

function reasonOf(error: unknown): string | null {
  if (error instanceof JournalFailure) return error.message
  if (!(error instanceof Error)) return null
  const { code } = error as { code?: unknown }
  if (isDatabaseAway(error) || REFUSALS.has(code))
    return `The database cannot be used: ${error.message || String(code)}.`
  return FULL.has(code) ? `A disk is full (${error.message}). Make room, and run it again.` : null
}

const ended = (text: string) => (/[.!?"”)]$/.test(text) ? text : `${text}.`)
