import { createHash } from 'node:crypto'
import { chmod, chown, mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises'
import { ServiceError } from '@/lib/errors'
import { localPath } from '@/lib/local-path'
import { canDo, chooseAccount, isRoot, letThrough, ownerOf, type Account } from './embedded-account'
import { stopServer } from './embedded-server-stop'

/** The folder for root's databases if their account cannot reach the data folder. */
export const ELSEWHERE = '/var/lib/certificate-verification'

/** Where a database's files stand and who runs it. */
export interface Location {
  /** PostgreSQL's own data folder; missing until it has been made. */
  cluster: string
  /** A folder in the account's reach that may hold a copy of the programs. */
  copies: string
  account: Account
}

const exists = (path: string) => stat(path).then(Boolean, () => false)

/**
 * Decides where the database of a data folder stands: in `<dataDir>/postgres`, or, where root's data folder is out
 * of the reach of the account that PostgreSQL runs as, in a folder of its own under `elsewhere` that
 * `<dataDir>/postgres.location` names. A database that was made is never silently replaced by an empty one.
 * @param dataDir a real path
 * @throws ServiceError where a database that was made is missing or out of reach
 */
export async function locate(dataDir: string, elsewhere: string): Promise<Location> {
  const inside = localPath(dataDir, 'postgres')
  if (await exists(inside)) {
    const account = await ownerOf(inside)
    await letThrough(account, dataDir)
    if (canDo(account, 'cd "$0"', inside)) return { cluster: inside, copies: isRoot() ? elsewhere : dataDir, account }
    throw new ServiceError(
      'unavailable',
      `The account that the database in ${inside} runs as (number ${account.uid}) can no longer reach that folder: let it pass through the folders above.`,
    )
  }
  const pointer = localPath(dataDir, 'postgres.location')
  if (await exists(pointer)) return follow(pointer, dataDir, elsewhere)
  const account = await chooseAccount()
  await letThrough(account, dataDir)
  if (canDo(account, 'cd "$0"', dataDir)) return { cluster: inside, copies: isRoot() ? elsewhere : dataDir, account }
  return settleElsewhere(pointer, dataDir, elsewhere, account)
}

async function settleElsewhere(
  pointer: string,
  dataDir: string,
  elsewhere: string,
  account: Account,
): Promise<Location> {
  const home = localPath(elsewhere, createHash('sha256').update(dataDir).digest('hex').slice(0, 16))
  const cluster = localPath(home, 'postgres')
  if (await exists(cluster)) await setAside(cluster, dataDir)
  await mkdir(home, { recursive: true })
  await chmod(elsewhere, 0o711)
  await chown(home, 0, account.gid ?? 0)
  await chmod(home, 0o710)
  if (!canDo(account, 'cd "$0"', home)) {
    throw new ServiceError(
      'unavailable',
      `PostgreSQL's account (number ${account.uid}) can reach neither ${dataDir} nor ${elsewhere}: choose another DATA_DIR, or set DATABASE_URL.`,
    )
  }
  await writeFile(localPath(home, 'belongs-to'), dataDir, { mode: 0o600 })
  await writeFile(pointer, cluster, { mode: 0o600 })
  return { cluster, copies: elsewhere, account }
}

/** Somebody removed the data folder, and with it the passwords and the key: what stayed behind is of no use to it. */
async function setAside(cluster: string, dataDir: string): Promise<void> {
  if (await exists(localPath(dataDir, 'postgres.password'))) {
    throw new ServiceError(
      'unavailable',
      `The file ${localPath(dataDir, 'postgres.location')} is missing: put it back, with this path in it: ${cluster}.`,
    )
  }
  await stopServer(cluster)
  await rename(cluster, `${cluster}.abandoned-${Date.now()}`)
}

async function follow(pointer: string, dataDir: string, elsewhere: string): Promise<Location> {
  const cluster = (await readFile(pointer, 'utf8')).trim()
  const marker = localPath(cluster, '..', 'belongs-to')
  const home = await readFile(marker, 'utf8').catch(() => null)
  if (home === null) {
    throw new ServiceError(
      'unavailable',
      `The database of ${dataDir} was kept in ${cluster}, and that folder is missing: put it back.`,
    )
  }
  if (
    home !== dataDir &&
    (await realpath(home).catch(() => null)) === home &&
    (await exists(localPath(home, 'postgres.location')))
  ) {
    throw new ServiceError(
      'unavailable',
      `${dataDir} is a copy of ${home}, which uses the database in ${cluster}: delete ${pointer} to begin with an empty database.`,
    )
  }
  if (home !== dataDir) await writeFile(marker, dataDir, { mode: 0o600 })
  const account = (await exists(cluster)) ? await ownerOf(cluster) : await chooseAccount()
  return { cluster, copies: elsewhere, account }
}
