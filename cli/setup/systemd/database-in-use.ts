import { ServiceError } from '@/lib/errors'
import type { VariablesByFile } from './planned-variables'

/**
 * The database that an earlier run, or the operator since, gave the service: after a restore it may have another name.
 * @returns the owner's URL where there is one; undefined where there is none yet
 * @throws ServiceError `malformed` where the processes have different ones: set-up would have to choose
 */
export function databaseInUse(before: VariablesByFile): string | undefined {
  const urls = [before.operator, before.signer, before.desk, before.public].flatMap((one) => one.DATABASE_URL || [])
  if (new Set(urls.map(placeOf)).size > 1)
    throw new ServiceError(
      'malformed',
      'DATABASE_URL leads the processes to different databases. Nothing was done. Give host, port and name of the right ' +
        'one to the signer, the operator, the desk and the public side.',
    )
  return urls[0]
}

/** The name of a URL's database, as PostgreSQL has it. */
export const databaseName = (url: string) => decodeURIComponent(new URL(url).pathname.slice(1))

/** Whether two URLs lead to one database, whoever the user is. */
export const isSameDatabase = (one: string, other: string) => placeOf(one) === placeOf(other)

function placeOf(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `${hostname}:${port || 5432}${pathname}`
}
