import { existsSync, lstatSync, readFileSync, realpathSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, isAbsolute } from 'node:path'
import type { Machine } from './machine'

/** The programs of the system that the set-up calls, and the Debian package of each. */
const PROGRAMS: readonly [path: string, name: string][] = [
  ['/usr/sbin/useradd', 'passwd'],
  ['/usr/bin/setpriv', 'util-linux'],
  ['/usr/bin/systemctl', 'systemd'],
  ['/usr/bin/caddy', 'caddy'],
]

/**
 * Everything that stands in the way, each in a sentence.
 * @param hasDatabase whether a server of PostgreSQL was found
 */
export async function obstacles(machine: Machine, hasDatabase: boolean): Promise<string[]> {
  const found: string[] = []
  if (process.getuid?.() !== 0) found.push('Run it as root: it makes users, and files of root.')
  const packages = PROGRAMS.filter(([path]) => !existsSync(path)).map(([, name]) => name)
  if (!hasDatabase) packages.push('postgresql')
  if (!(await answers(machine.redisUrl))) packages.push('redis-server')
  if (packages.length > 0)
    found.push(
      `Missing or not running: ${packages.join(', ')}. Run: apt-get install ${packages.join(' ')}` +
        (hasDatabase ? '' : ', or put the URL of another PostgreSQL’s administrator into DATABASE_ADMIN_URL') +
        (packages.includes('redis-server') ? ', or name another Redis in REDIS_URL' : '') +
        '.',
    )
  if (!machine.baseUrl.startsWith('https://')) found.push('--base-url must be https.')
  for (const path of [machine.project, machine.node]) found.push(...notRoots(path))
  for (const path of [machine.dataDir, machine.journalDir])
    if (!isAbsolute(path)) found.push(`${path} must be an absolute path.`)
    else found.push(...notRoots(nearest(path)))
  if (machine.tls) found.push(...tlsObstacles(machine.tls))
  return found
}

/** What others may change would run with the key, or be written through; units do not see what is in a home. */
function notRoots(path: string): string[] {
  const real = realpathSync(path)
  if (/^\/(home|root|tmp|run\/user)(\/|$)/.test(real))
    return [`${real} must not be in a home or in /tmp: put it under /opt.`]
  for (let at = real; ; at = dirname(at)) {
    const { uid, mode } = lstatSync(at)
    if (uid !== 0 || (mode & 0o022) !== 0)
      return [`${at} must belong to root, and nobody else may write to it. Run: chown root ${at}; chmod go-w ${at}`]
    if ((mode & 0o005) === 0) return [`${at} cannot be read by the service’s users. Run: chmod go+rX ${at}`]
    if (at === '/') return []
  }
}

/** The folder itself belongs to the service later on, so that only what is around it is looked at. */
function nearest(path: string): string {
  const around = dirname(path)
  return existsSync(around) ? around : nearest(around)
}

function tlsObstacles({ certificate, key }: NonNullable<Machine['tls']>): string[] {
  for (const [path, kind] of [
    [certificate, 'CERTIFICATE'],
    [key, 'KEY'],
  ] as const) {
    if (!isAbsolute(path) || !existsSync(path)) return [`There is no file ${path}: name it by its whole path.`]
    if (!readFileSync(path, 'latin1').includes(`${kind}-----`))
      return [`${path} holds no ${kind.toLowerCase()} in PEM.`]
  }
  if ((lstatSync(key).mode & 0o007) !== 0)
    return [`Everyone may read ${key}. Run: chgrp caddy ${key}; chmod 640 ${key}`]
  return []
}

function answers(redisUrl: string): Promise<boolean> {
  const { hostname, port } = new URL(redisUrl)
  return new Promise((resolve) => {
    const socket = connect(Number(port || 6379), hostname, () => resolve(true))
    socket.setTimeout(3000, () => resolve(false))
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy())
  })
}
