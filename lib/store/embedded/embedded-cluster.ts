import { spawn } from 'node:child_process'
import { appendFile, chmod, chown, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { ServiceError } from '@/lib/errors'
import { localPath } from '@/lib/local-path'
import type { Binaries } from './embedded-binaries'
import type { Location } from './embedded-location'

/** The name of the service's database and of the role that owns it. */
export const NAME = 'certs'
/** PostgreSQL's superuser, whom only this start uses. */
export const ADMIN = 'postgres'

export interface Passwords {
  service: string
  admin: string
}

// Statements and values stay out of the server's log, since they hold names.
const SETTINGS = `
# The service's settings; change them here, they are not written again.
max_connections = 100
shared_buffers = 128MB
fsync = on
synchronous_commit = on
full_page_writes = on
timezone = 'UTC'
log_timezone = 'UTC'
password_encryption = 'scram-sha-256'
log_min_messages = log
log_min_error_statement = panic
log_error_verbosity = terse
log_checkpoints = off
`

/**
 * The environment of PostgreSQL's programs: nothing of ours, so that no PG… variable and no secret reaches them.
 * (NODE_ENV means nothing to them; Next's types demand it of every environment.)
 */
export const PROGRAM_ENV: NodeJS.ProcessEnv = {
  NODE_ENV: 'production',
  PATH: '/usr/local/bin:/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
}

/**
 * Makes the database's files, with both roles and their passwords in them. They are made under another name and
 * renamed when whole, so a start that is killed in between leaves only a folder that the next one sweeps away.
 * @throws ServiceError with what PostgreSQL said where it fails
 */
export async function createCluster(location: Location, binaries: Binaries, passwords: Passwords): Promise<void> {
  const { cluster, account } = location
  await sweep(cluster)
  const unfinished = await mkdtemp(`${cluster}.new-`)
  if (account.uid !== undefined) await chown(unfinished, account.uid, account.gid ?? account.uid)
  await chmod(unfinished, 0o700)
  const initdb = ['-D', unfinished, '-U', ADMIN, '--auth=reject', '--encoding=UTF8', '--locale=C', '--no-instructions']
  await run(binaries.initdb, [...initdb, '--locale-provider=builtin', '--builtin-locale=C.UTF-8'], '', location)
  await appendFile(localPath(unfinished, 'postgresql.conf'), SETTINGS)
  await writeFile(localPath(unfinished, 'pg_hba.conf'), 'local all all scram-sha-256\n')
  const roles = [
    `ALTER ROLE ${ADMIN} PASSWORD '${passwords.admin}';`,
    `CREATE ROLE ${NAME} LOGIN CREATEDB PASSWORD '${passwords.service}';`,
    `CREATE DATABASE ${NAME} OWNER ${NAME};`,
    '',
  ]
  const single = ['--single', '-D', unfinished, '-c', 'exit_on_error=true', '-c', 'log_min_messages=fatal', 'template1']
  await run(binaries.postgres, single, roles.join('\n'), location)
  await mkdir(dirname(cluster), { recursive: true })
  await rename(unfinished, cluster)
}

/** Removes what killed starts left; one whose initdb still runs is left for the next time. */
async function sweep(cluster: string): Promise<void> {
  const names = await readdir(dirname(cluster)).catch(() => [])
  for (const name of names.filter((name) => name.startsWith(`${basename(cluster)}.new-`))) {
    await rm(localPath(dirname(cluster), name), { recursive: true, force: true }).catch(() => undefined)
  }
}

/** Detached, so that Ctrl-C does not leave half of its work behind a Node that waits for it. */
async function run(program: string, args: string[], input: string, { account }: Location): Promise<void> {
  const child = spawn(program, args, { ...account, env: PROGRAM_ENV, cwd: '/', detached: true, stdio: 'pipe' })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stdin.on('error', () => undefined) // told by the exit code
  child.stdin.end(input)
  const code = await new Promise<number | string | null>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('close', (exitCode, signal) => resolve(exitCode ?? signal))
  })
  if (code === 0) return
  const why = /No space left/.test(said) ? 'the disk is full' : lastError(said) || `it ended with ${code}`
  throw new ServiceError('unavailable', `The embedded database could not be made: ${why}.`, { cause: new Error(said) })
}

function lastError(said: string): string {
  const lines = said.split('\n').filter((line) => /error|fatal|panic/i.test(line))
  return (lines.at(-1) ?? '').replace(/^.*?(error|fatal|panic):\s*/i, '').trim()
}
