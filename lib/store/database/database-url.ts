import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'

/**
 * Where the database is. Without a word from us the driver would connect to whatever it takes for the usual place: port 5432 of
 * this machine, or what `PGHOST` names.
 * @throws ServiceError `unavailable` where nothing says it: work that outlived the store that it was begun with
 */
export function databaseUrl(): string {
  const url = env().DATABASE_URL
  if (url === undefined) throw new ServiceError('unavailable', 'No database is open: DATABASE_URL is not set.')
  return url
}
