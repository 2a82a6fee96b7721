import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readlink, rm, symlink } from 'node:fs/promises'
import { localPath } from '@/lib/local-path'
import { isRunning, processIdentity } from './embedded-identity'

/**
 * Registers this process as one that uses a database. Call it, and `unregisterUser`, under the database's lock.
 * @returns the entry, for `unregisterUser`
 */
export async function registerUser(dir: string): Promise<string> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const entry = localPath(dir, `${process.pid}-${randomBytes(8).toString('hex')}`)
  await symlink(processIdentity(process.pid) ?? String(process.pid), entry)
  return entry
}

/**
 * Takes an entry back, and those of processes that ended without doing so.
 * @returns how many others still use the database
 */
export async function unregisterUser(dir: string, entry: string): Promise<number> {
  await rm(entry, { force: true })
  let others = 0
  for (const name of await readdir(dir)) {
    if (isRunning(await readlink(localPath(dir, name)))) others++
    else await rm(localPath(dir, name), { force: true })
  }
  return others
}
