import { spawn } from 'node:child_process'
import { chown, mkdtemp, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename } from 'node:path'
import { ServiceError } from '@/lib/errors'
import { localPath } from '@/lib/local-path'
import { canDo } from './embedded-account'
import type { Binaries } from './embedded-binaries'
import { PROGRAM_ENV } from './embedded-cluster'
import type { Location } from './embedded-location'
import { NOBODYS_PID } from './embedded-pid-file'

/** A port only in the name of the socket: the server listens on no network port. */
export const PORT = 5432
const SOCKET = `.s.PGSQL.${PORT}`
/** What the kernels allow the path of a socket to be: 107 bytes on Linux, 103 on macOS. */
const SOCKET_PATH_MAX = 103
const SHORT_NAME = 'certs-socket-'
const LOG_MAX_BYTES = 10 * 1024 * 1024

/**
 * Starts a database's server, which outlives this process; does not wait until it takes connections.
 * @returns a question to ask from time to time: null while the server lives, "" where it ended and another try is
 *   worth it, else why it ended
 */
export async function startPostgres(
  location: Location,
  binaries: Binaries,
  logFile: string,
): Promise<() => Promise<string | null>> {
  const { cluster, account } = location
  await forgetDeadServer(cluster)
  const socketDir = await chooseSocketDir(location)
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  )
  if (size > LOG_MAX_BYTES) await rename(logFile, `${logFile}.1`)
  const args = [
    '-D',
    cluster,
    '-p',
    String(PORT),
    '-k',
    socketDir,
    '-c',
    'listen_addresses=',
    '-c',
    'unix_socket_permissions=0700',
  ]
  let from = 0
  let ended: string | null = null
  const log = await open(logFile, 'a', 0o600)
  try {
    from = (await log.stat()).size
    // In a session of its own: Ctrl-C must reach the server only through us, after our own work is done.
    const child = spawn(binaries.postgres, args, {
      ...account,
      env: PROGRAM_ENV,
      cwd: '/',
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    child.on('error', (error) => (ended = error.message))
    child.on('exit', (code, signal) => (ended = `it ended with ${code ?? signal}`))
    child.unref()
  } finally {
    await log.close()
  }
  return async () => {
    if (ended === null) return null
    const said = (await readFile(logFile, 'utf8')).slice(from)
    if (/pre-existing shared memory block|is being used by|Is another postmaster/.test(said)) return ''
    if (/No space left/.test(said)) return 'the disk is full'
    if (/database files are incompatible with server/.test(said)) return OTHER_MAJOR
    return said.match(/(?:FATAL|PANIC):(.*)/)?.[1]?.trim() ?? ended
  }
}

/** PostgreSQL says no more than that they are incompatible. */
const OTHER_MAJOR =
  'its files are of another major version of PostgreSQL; back it up with the version of this service that served it, and ' +
  'restore the backup into an empty DATA_DIR with this one'

/**
 * A dead server's number may belong to another process by now, and PostgreSQL would then refuse to start. The file
 * stays, since PostgreSQL finds through it whether children of the dead server still write.
 */
async function forgetDeadServer(cluster: string): Promise<void> {
  const file = localPath(cluster, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => null)
  const socketDir = text?.split('\n')[4]
  if (socketDir && basename(socketDir).startsWith(SHORT_NAME)) await rm(socketDir, { recursive: true, force: true })
  if (text === '') await rm(file)
  else if (text !== null) await writeFile(file, text.replace(/^.*/, String(NOBODYS_PID)))
  await rm(localPath(cluster, SOCKET), { force: true })
  await rm(localPath(cluster, `${SOCKET}.lock`), { force: true })
}

/** Beside the files, or in the first folder for temporary files that is short enough and that the account may pass through. */
async function chooseSocketDir({ cluster, account }: Location): Promise<string> {
  if (isShort(cluster)) return cluster
  for (const folder of new Set([tmpdir(), '/tmp'])) {
    const dir = await mkdtemp(localPath(folder, SHORT_NAME)).catch(() => null)
    if (dir === null) continue
    if (account.uid !== undefined) await chown(dir, account.uid, account.gid ?? account.uid)
    if (isShort(dir) && canDo(account, 'cd "$0"', dir)) return dir
    await rm(dir, { recursive: true })
  }
  throw new ServiceError('unavailable', `The path of ${cluster} is too long for a socket: choose another DATA_DIR.`)
}

const isShort = (dir: string) => Buffer.byteLength(localPath(dir, SOCKET)) <= SOCKET_PATH_MAX
