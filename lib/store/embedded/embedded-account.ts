import { spawnSync } from 'node:child_process'
import { chmod, chown, readFile, stat } from 'node:fs/promises'
import { ServiceError } from '@/lib/errors'

/** The account that PostgreSQL runs as; none for an ordinary user, who runs it under their own. */
export interface Account {
  uid?: number
  gid?: number
}

/** Whether this process is root, whom PostgreSQL refuses to run as. */
export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * The account for a new database: this user's own, or for root `postgres`, made where it is missing, or else
 * `nobody` (PostgreSQL needs an account that /etc/passwd knows).
 * @throws ServiceError where root finds none of them
 */
export async function chooseAccount(): Promise<Account> {
  if (!isRoot()) return {}
  const known = await findAccount('postgres')
  if (known) return known
  const options = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin']
  spawnSync('useradd', [...options, 'postgres'], { stdio: 'ignore' })
  const account = (await findAccount('postgres')) ?? (await findAccount('nobody'))
  if (account) return account
  throw new ServiceError(
    'unavailable',
    'PostgreSQL does not run as root and no other account was found for it: start the service as an ordinary user, or set DATABASE_URL.',
  )
}

async function findAccount(name: string): Promise<Account | null> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const fields = passwd
    .split('\n')
    .map((line) => line.split(':'))
    .find((line) => line[0] === name)
  const [uid, gid] = [Number(fields?.[2]), Number(fields?.[3])]
  return uid > 0 && gid > 0 ? { uid, gid } : null
}

/**
 * The account that owns an existing folder, which is the one that must use it again.
 * @throws ServiceError where this user is neither root nor that account
 */
export async function ownerOf(folder: string): Promise<Account> {
  const { uid, gid } = await stat(folder)
  if (isRoot() && uid !== 0) return { uid, gid }
  if (uid !== 0 && uid === process.getuid?.()) return {}
  throw new ServiceError(
    'unavailable',
    `The database in ${folder} belongs to another user (number ${uid}): run this as that user or as root.`,
  )
}

/** Tries as the account itself whether a shell condition on a path holds, such as `cd "$0"` or `test -x "$0"`. */
export function canDo(account: Account, condition: string, path: string): boolean {
  return spawnSync('/bin/sh', ['-c', condition, path], { ...account, cwd: '/', stdio: 'ignore' }).status === 0
}

/**
 * Lets the account pass through a folder of root's that is closed to everybody else. Only passing: the folder's
 * list and its files stay closed, and a folder that is already open to some group is left as it is.
 */
export async function letThrough(account: Account, folder: string): Promise<void> {
  if (account.gid === undefined || canDo(account, 'cd "$0"', folder)) return
  const { mode, uid, gid } = await stat(folder)
  if (uid !== 0 || (mode & 0o077) !== 0) return
  await chown(folder, uid, account.gid)
  await chmod(folder, (mode & 0o700) | 0o010)
  if (!canDo(account, 'cd "$0"', folder)) {
    await chown(folder, uid, gid) // it was not this folder that stopped the account
    await chmod(folder, mode & 0o7777)
  }
}
