import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { writeWhole } from '@/cli/setup/env-file'
import { ServiceError } from '@/lib/errors'
import { CADDY_MARK, type CaddyPlace, HERE } from './caddy-site'
import { DATA_GROUP, ENV_FILES, MEMBERSHIPS, type PlannedFile, type PlannedFolder, UNITS, USERS } from './machine'
import { runProgram } from './run-program'

const CADDYFILE = '/etc/caddy/Caddyfile'
const BESIDE = '/etc/caddy/certificate-verification.caddyfile'

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

/**
 * Writes the files in the place of what stands there.
 * @returns puts back what stood there: all but variables, whose secrets are made once
 */
export async function replaceFiles(files: readonly PlannedFile[]): Promise<() => Promise<void>> {
  const variables: readonly string[] = Object.values(ENV_FILES)
  const former = files
    .filter(({ path }) => !variables.includes(path) && existsSync(path))
    .map((file) => ({ ...file, text: readFileSync(file.path, 'utf8') }))
  await writeFiles(files)
  return () => writeFiles(former)
}

/** One after the other, each whole. */
async function writeFiles(files: readonly PlannedFile[]): Promise<void> {
  for (const { path, mode, text } of files) {
    await mkdir(dirname(path), { recursive: true, mode: 0o755 })
    await writeWhole(path, text, mode)
  }
}

/**
 * Caddy's file where it is the packaged one or ours, else one beside it that the operator imports.
 * @throws ServiceError `malformed` where that one is not ours any more
 */
export function caddyFile(): string {
  const text = existsSync(CADDYFILE) ? readFileSync(CADDYFILE, 'utf8') : ''
  const isOurs = text === '' || text.startsWith(CADDY_MARK) || text.includes('root * /usr/share/caddy')
  if (isOurs) return CADDYFILE
  if (existsSync(BESIDE) && !readFileSync(BESIDE, 'utf8').startsWith(CADDY_MARK))
    throw new ServiceError(
      'malformed',
      `${BESIDE} does not begin with "${CADDY_MARK}", so that it may be yours. Nothing was done. Rename it, or write that line.`,
    )
  return BESIDE
}

/**
 * The certificate that Caddy's site was given by an earlier run, or by the operator since.
 * @throws ServiceError `malformed` where its line says something else, which could not be kept
 */
export function foundTls(caddyfile: string): { certificate: string; key: string } | null {
  const text = existsSync(caddyfile) ? readFileSync(caddyfile, 'utf8') : ''
  const [line] = (text.startsWith(CADDY_MARK) && /^[ \t]*tls\b.*$/m.exec(text)) || []
  if (line === undefined) return null
  const [, certificate, key] = /^\s*tls ("[^"\\]+"|[^\s"]+) ("[^"\\]+"|[^\s"]+)\s*$/.exec(line) ?? []
  if (!certificate || !key) throw lostFrom(caddyfile, 'as "tls CERTIFICATE KEY"')
  return { certificate: certificate.replaceAll('"', ''), key: key.replaceAll('"', '') }
}

const lostFrom = (caddyfile: string, written: string) =>
  new ServiceError(
    'malformed',
    `${caddyfile} was changed so that set-up would lose a line of it. Nothing was done. Write it ${written}.`,
  )

/**
 * Where Caddy's site of an earlier run, and the operator since, sends requests: more processes than one, perhaps.
 * @throws ServiceError `malformed` where the operator wrote these lines so that they could not be kept
 */
export function foundUpstreams(caddyfile: string): CaddyPlace {
  const text = existsSync(caddyfile) ? readFileSync(caddyfile, 'utf8') : ''
  if (!text.startsWith(CADDY_MARK)) return HERE
  const found = [...text.matchAll(/^[ \t]*reverse_proxy[ \t]+((?:127\.0\.0\.1:\d+[ \t]+)+)\{[ \t]*$/gm)]
  const [desk, open] = found.map(([, ports = '']) =>
    ports
      .trim()
      .split(/[ \t]+/)
      .join(' '),
  )
  if (found.length !== 2 || !desk || !open)
    throw lostFrom(
      caddyfile,
      'as "reverse_proxy 127.0.0.1:3001 127.0.0.1:3003 {", once for the desk, then for the public',
    )
  return { ...HERE, desk, public: open }
}

/** Of further ports, which the operator started: they go on with the former program and variables otherwise. */
async function furtherProcesses(): Promise<string[]> {
  const asked = ['list-units', '--plain', '--no-legend', '--state=active', 'certificate-verification*@*.service']
  const units = (await runProgram('systemctl', asked)).split('\n').map((line) => line.trim().split(' ', 1)[0] ?? '')
  return units.filter((unit) => unit !== '' && !(UNITS as readonly string[]).includes(unit))
}

/**
 * Stops what runs, before the database is migrated: what a former version writes afterwards may count for nothing.
 * @returns the processes of further ports
 */
export async function stopUnits(): Promise<string[]> {
  if (!existsSync('/run/systemd/system')) return []
  const further = await furtherProcesses()
  for (const unit of [...further, ...UNITS.toReversed()])
    await runProgram('systemctl', ['stop', unit]).catch(() => undefined) // not there yet
  return further
}

/**
 * Has systemd know, and where it runs, start everything.
 * @param further processes of further ports, as `stopUnits` gave them
 * @returns whether it runs
 */
export async function startUnits(further: readonly string[]): Promise<boolean> {
  await runProgram('systemd-tmpfiles', ['--create', '/etc/tmpfiles.d/certificate-signer.conf'])
  await runProgram('systemctl', ['enable', ...UNITS])
  if (!existsSync('/run/systemd/system')) return false
  await runProgram('systemctl', ['daemon-reload'])
  for (const unit of [...UNITS, ...further]) await runProgram('systemctl', ['restart', unit])
  await runProgram('systemctl', ['reload-or-restart', 'caddy.service'])
  return true
}
