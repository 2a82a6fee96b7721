import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ServiceError } from '@/lib/errors'
import { localPath } from '@/lib/local-path'
import { dataDirFault } from '@/lib/store/database/data-dir'
import { findBinaries, type Binaries } from './embedded-binaries'
import { ADMIN, createCluster, NAME, type Passwords } from './embedded-cluster'
import { ELSEWHERE, locate } from './embedded-location'
import { withLock } from './embedded-lock'
import { isServer, readPidFile } from './embedded-pid-file'
import { connectionUrl, ensureRunning } from './embedded-postmaster'
import { stopServer } from './embedded-server-stop'
import { registerUser, unregisterUser } from './embedded-users'

const MOVED = 'The embedded database was started again at another address: start this process again.'

export interface EmbeddedDatabase {
  /** Connects as the role that owns the service's database: not a superuser, but one that may create databases. */
  url: string
  /** Connects as PostgreSQL's superuser: for maintenance and tests. */
  adminUrl: string
  /**
   * Starts its server again where that has ended, as when memory ran out; nothing happens while it runs.
   * @returns whether it was started
   * @throws ServiceError where it does not come up, or not at the same address
   */
  revive(): Promise<boolean>
  /** Gives the database up; the last process to do so stops it and waits until it has stopped. */
  release(): Promise<void>
}

interface EmbeddedOptions {
  /** Where root's databases go when their account cannot reach the data folder. */
  elsewhere?: string
  /** Gets a sentence when the start takes long. */
  onProgress?: (sentence: string) => void
}

/**
 * The embedded PostgreSQL of a data folder (spec part 11): made on first use, started by whoever comes
 * first, shared by all processes that call this, stopped by the last one out. After a kill the next call finds what
 * still runs and mends what does not.
 * @param dataDir made where it is missing, closed to other users
 * @throws ServiceError a sentence that says what stands in the way
 */
export async function startEmbeddedDatabase(dataDir: string, options: EmbeddedOptions = {}): Promise<EmbeddedDatabase> {
  const { elsewhere = ELSEWHERE, onProgress = () => undefined } = options
  if (process.platform === 'win32') {
    throw new ServiceError(
      'unavailable',
      'The embedded database does not run on Windows: set DATABASE_URL, or use WSL.',
    )
  }
  try {
    await mkdir(dirname(dataDir), { recursive: true })
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    const home = await realpath(dataDir)
    const lock = localPath(home, 'postgres.lock')
    const users = localPath(home, 'postgres.users')
    const waiting = () => onProgress('Waiting for another process that starts or stops the database.')
    return await withLock(lock, () => enter(home, lock, users, elsewhere, onProgress), waiting)
  } catch (error) {
    throw dataDirFault(error, dataDir)
  }
}

async function enter(
  home: string,
  lock: string,
  users: string,
  elsewhere: string,
  onProgress: (sentence: string) => void,
): Promise<EmbeddedDatabase> {
  const location = await locate(home, elsewhere)
  const { cluster } = location
  let found: Promise<Binaries> | undefined
  const binaries = () => (found ??= findBinaries(location.account, location.copies))
  const isNew = !(await stat(cluster).catch(() => null))
  const passwords: Passwords = {
    service: await password(localPath(home, 'postgres.password'), isNew),
    admin: await password(localPath(home, 'postgres.admin-password'), isNew),
  }
  if (isNew) await createCluster(location, await binaries(), passwords)
  const entry = await registerUser(users)
  const leave = async () => {
    if ((await unregisterUser(users, entry)) === 0) await stopServer(cluster)
  }
  const run = () => ensureRunning(location, binaries, passwords, localPath(home, 'postgres.log'), onProgress)
  try {
    const socketDir = await run()
    let released: Promise<void> | undefined
    const isLeft = async () => released !== undefined || (await hasServer(cluster))
    const reviveHeld = async () => {
      if (await isLeft()) return false
      if ((await run()) !== socketDir) throw new ServiceError('unavailable', MOVED)
      return true
    }
    return {
      revive: async () => !(await isLeft()) && withLock(lock, reviveHeld),
      url: connectionUrl(socketDir, NAME, passwords.service, NAME),
      adminUrl: connectionUrl(socketDir, ADMIN, passwords.admin, NAME),
      release: () => (released ??= withLock(lock, leave)),
    }
  } catch (error) {
    await leave().catch(() => undefined) // the first failure says more
    throw error
  }
}

async function hasServer(cluster: string): Promise<boolean> {
  const server = await readPidFile(cluster)
  return server !== null && isServer(server.pid, cluster)
}

/** Reads a password; writes a new one where the database is still to be made. */
async function password(file: string, isNew: boolean): Promise<string> {
  const known = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return ''
  })
  if (/^[\w-]{43}$/.test(known)) return known
  if (!isNew)
    throw new ServiceError('unavailable', `The database's password file ${file} is missing or damaged: put it back.`)
  const fresh = randomBytes(32).toString('base64url')
  const handle = await open(file, 'w', 0o600)
  try {
    await handle.writeFile(fresh)
    await handle.sync()
  } finally {
    await handle.close()
  }
  return fresh
}
