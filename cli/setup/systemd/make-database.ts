import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ServiceError } from '@/lib/errors'
import { type RunAsAdmin, runByUrl, setUpRoles } from '@/lib/store/database/set-up-roles'
import { databaseName } from './database-in-use'
import type { Machine, MachineSecrets } from './machine'
import { runProgram } from './run-program'
import { scramVerifier } from './scram-verifier'

const SOCKETS = '/var/run/postgresql'
/** Of a new one. */
const NAME = 'certificates'

/** Where the database is: Debian's own on this machine, or a server whose administrator's URL is given. */
export interface DatabasePlace {
  /** Without a user. */
  url: string
  /** With the administrator; null for this machine's own. */
  admin: string | null
}

/**
 * Finds the database's server; the database keeps the name that it has.
 * @param admin `DATABASE_ADMIN_URL`, such as postgresql://admin:password@host/postgres
 * @param inUse the URL that an earlier run, or the operator since, gave the service on this machine
 * @returns null where nothing is given and no PostgreSQL runs here
 * @throws ServiceError `malformed` where the one in use does not run
 */
export function databasePlace(
  admin: string | undefined,
  inUse?: string,
  ports: readonly number[] = socketPorts(),
): DatabasePlace | null {
  const pathname = inUse === undefined ? `/${NAME}` : new URL(inUse).pathname
  if (admin !== undefined) {
    const url = new URL(admin)
    Object.assign(url, { username: '', password: '', pathname })
    return { url: url.href, admin }
  }
  const used = inUse === undefined ? null : Number(new URL(inUse).port || 5432)
  if (used !== null && !ports.includes(used))
    throw new ServiceError('malformed', `The database of the service does not run: start PostgreSQL on port ${used}.`)
  const port = used ?? ports[0]
  return port === undefined ? null : { url: `postgresql://localhost:${port}${pathname}`, admin: null }
}

function socketPorts(): number[] {
  try {
    const found = readdirSync(SOCKETS).map((name) => /^\.s\.PGSQL\.(\d+)$/.exec(name)?.[1])
    return found.filter((port) => port !== undefined).map(Number)
  } catch {
    return []
  }
}

/** Makes the database and its roles; the migrations bring what these may do. */
export async function makeDatabase(place: DatabasePlace, machine: Machine, secrets: MachineSecrets): Promise<void> {
  const sql = await readFile(join(machine.project, 'docs/operations/roles.sql'), 'utf8')
  await setUpRoles(administratorOf(place), databaseName(place.url), sql, {
    certs_owner: scramVerifier(secrets.owner),
    certs_service: scramVerifier(secrets.service),
    certs_public: scramVerifier(secrets.public),
  }).catch((error: Error) => {
    throw new ServiceError('malformed', `The database cannot be made: ${error.message}.`, { cause: error })
  })
}

/** Whoever may make databases and roles there. */
export const administratorOf = (place: DatabasePlace): RunAsAdmin =>
  place.admin === null ? runAsPostgres(place.url) : runByUrl(place.admin)

/** On this machine as its own administrator, whom PostgreSQL knows by the kernel's word and no password. */
function runAsPostgres(url: string): RunAsAdmin {
  const port = new URL(url).port
  const account = ['--reuid=postgres', '--regid=postgres', '--init-groups', '--']
  const words = [
    '--quiet',
    '--no-psqlrc',
    '--tuples-only',
    '--no-align',
    '--set=ON_ERROR_STOP=1',
    `--port=${port}`,
    '--file=-',
  ]
  return async (database, sql) =>
    (await runProgram('setpriv', [...account, 'psql', ...words, `--dbname=${database}`], sql)).trim()
}
