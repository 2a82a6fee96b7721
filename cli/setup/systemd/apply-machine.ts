import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { writeWhole } from '@/cli/setup/env-file'
import { ServiceError } from '@/lib/errors'
import { CADDY_MARK, type CaddyPlace, HERE } from './caddy-site'
import { DATA_GROUP, MEMBERSHIPS, type PlannedFile, type PlannedFolder, UNITS, USERS } from './machine'
import { runProgram } from './run-program'

const CADDYFILE = '/etc/caddy/Caddyfile'

/** Makes the users and groups that are missing. */
export async function makeUsers(): Promise<void> {
  for (const group of [DATA_GROUP, ...Object.values(USERS)])
    if (!(await isThere('group', group))) await runProgram('groupadd', ['--system', group])
  const words = ['--system', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin']
  for (const user of Object.values(USERS))
    if (!(await isThere('passwd', user))) await runProgram('useradd', [...words, '--gid', user, user])
  for (const [user, group] of MEMBERSHIPS) await runProgram('usermod', ['--append', '--groups', group, user])
}

const isThere = (table: string, name: string) =>
  runProgram('getent', [table, name]).then(
    () => true,
    () => false,
  )

/**
 * Makes the folders that are missing and gives all of them their rights.
 * @throws ServiceError `malformed` for something else of that name, a link above all
 */
export async function makeFolders(folders: readonly PlannedFolder[]): Promise<void> {
  for (const { path, mode, owner, group } of folders) {
    await mkdir(path, { recursive: true, mode: 0o700 })
    if (!lstatSync(path).isDirectory())
      throw new ServiceError('malformed', `${path} is no folder of its own. Take it away, or name another.`)
    const [uid, gid] = [await runProgram('id', ['-u', owner]), await runProgram('getent', ['group', group])]
    await chown(path, Number(uid), Number(gid.split(':')[2]))
    await chmod(path, mode) // after chown, which takes setgid away
  }
}

/** Writes the files, one after the other, each whole. */
export async function writeFiles(files: readonly PlannedFile[]): Promise<void> {
  for (const { path, mode, text } of files) {
    await mkdir(dirname(path), { recursive: true, mode: 0o755 })
    await writeWhole(path, text, mode)
  }
}

/** Caddy's file where it is the packaged one or ours, else one beside it that the operator imports. */
export function caddyFile(): string {
  const text = existsSync(CADDYFILE) ? readFileSync(CADDYFILE, 'utf8') : ''
  const isOurs = text === '' || text.startsWith(CADDY_MARK) || text.includes('root * /usr/share/caddy')
  return isOurs ? CADDYFILE : '/etc/caddy/certificate-verification.caddyfile'
}

/** The certificate that Caddy's site was given by an earlier run. */
export function foundTls(caddyfile: string): { certificate: string; key: string } | null {
  const text = existsSync(caddyfile) ? readFileSync(caddyfile, 'utf8') : ''
  const [, certificate, key] = (text.startsWith(CADDY_MARK) && /^\ttls ("[^"]+") ("[^"]+")$/m.exec(text)) || []
  return certificate && key ? { certificate: JSON.parse(certificate) as string, key: JSON.parse(key) as string } : null
}

/** Where Caddy's site of an earlier run, and the operator since, sends requests: more processes than one, perhaps. */
export function foundUpstreams(caddyfile: string): CaddyPlace {
  const text = existsSync(caddyfile) ? readFileSync(caddyfile, 'utf8') : ''
  const found = [...text.matchAll(/^\t\treverse_proxy ((?:127\.0\.0\.1:\d+ ?)+)\{$/gm)].map(([, one = '']) =>
    one.trim(),
  )
  const [desk, open] = found
  return text.startsWith(CADDY_MARK) && found.length === 2 && desk && open ? { ...HERE, desk, public: open } : HERE
}

/**
 * Has systemd know, and where it runs, start everything.
 * @returns whether it runs
 */
export async function startUnits(): Promise<boolean> {
  await runProgram('systemd-tmpfiles', ['--create', '/etc/tmpfiles.d/certificate-signer.conf'])
  await runProgram('systemctl', ['enable', ...UNITS])
  if (!existsSync('/run/systemd/system')) return false
  await runProgram('systemctl', ['daemon-reload'])
  for (const unit of UNITS) await runProgram('systemctl', ['restart', unit])
  await runProgram('systemctl', ['reload-or-restart', 'caddy.service'])
  return true
}
