import { randomBytes } from 'node:crypto'
import { basename, dirname, resolve } from 'node:path'
import { readEnvFile } from '@/cli/setup/env-file'
import { WrongUsage } from '@/cli/wrong-usage'
import { canParseUrl } from '@/lib/can-parse-url'
import { parseEnv } from '@/lib/env'
import { withHost } from '@/lib/env/variable-shapes'
import { ServiceError } from '@/lib/errors'
import { projectDir } from '@/lib/project-dir'
import { requireBaseUrlOf } from '@/lib/service/operation/remember-base-url'
import { caddyFile, foundTls, makeFolders, makeUsers, replaceFiles, startUnits, stopUnits } from './apply-machine'
import { databaseInUse, isSameDatabase } from './database-in-use'
import { ENV_FILES, type Machine, type MachineSecrets, type PlannedFile, plannedFolders } from './machine'
import { administratorOf, type DatabasePlace, databasePlace, makeDatabase } from './make-database'
import { plannedFiles } from './planned-files'
import {
  ENV_FILE_NAMES,
  keptSecrets,
  plannedVariables,
  type VariablesByFile,
  withoutSecrets,
} from './planned-variables'
import { obstacles } from './requirements'
import { runProgram } from './run-program'

/** What the command line says of the machine. */
export interface MachineOptions {
  baseUrl: string
  baseUrlChanged?: true
  dataDir?: string
  journalDir?: string
  redisUrl?: string
  smtpUrl?: string
  mailFrom?: string
  tlsCertificate?: string
  tlsKey?: string
  dryRun?: true
}

/** What a set-up came to. */
export interface MachineReport {
  /** What stands in the way; nothing was changed then. */
  obstacles: string[]
  /** As they would be, without secrets, of a dry run. */
  files: PlannedFile[]
  /** What `certs setup` printed as JSON once the database was there. */
  first: unknown
  hasStarted: boolean
  caddyfile: string
}

/**
 * Makes this machine one that serves: users, folders, variables, units, Caddy's site, the database with its roles, and the
 * first issuer. Run again it keeps every secret and does what is left.
 * @param words of the first issuer, for `certs setup`
 * @throws ServiceError `malformed` for what a person has to decide
 */
export async function setUpMachine(options: MachineOptions, words: readonly string[]): Promise<MachineReport> {
  const before = await foundVariables()
  const kept = keptSecrets(before)
  const place = foundPlace(before)
  const caddyfile = caddyFile()
  const machine = machineOf(options, place?.url ?? 'postgresql://localhost:5432/certificates', before, caddyfile)
  const report = { obstacles: await obstacles(machine, place !== null), caddyfile, hasStarted: false, first: null }
  if (options.dryRun) return { ...report, files: shown(machine, before, caddyfile) }
  if (report.obstacles.length > 0 || place === null) return { ...report, files: [] }

  const secrets = { ...newSecrets(), ...kept }
  const variables = plannedVariables(machine, secrets, before)
  requireGood(variables)
  await requireKeptAddress(options, before, place)
  const files = plannedFiles(machine, variables, caddyfile)
  await makeUsers()
  await makeFolders(plannedFolders(machine))
  // Before the database: what is encrypted there must never be without its key.
  const putBack = await replaceFiles(files)
  let further: string[] | null = null
  let first: unknown = null
  try {
    await makeDatabase(place, machine, secrets)
    further = await stopUnits()
    first = JSON.parse(await runProgram('/usr/local/sbin/certs', ['setup', '--json', ...words]))
  } catch (error) {
    // The refusal is what is to be said. What ran before goes on: the new version would not, on what was not migrated.
    await putBack()
      .then(() => further && startUnits(further))
      .catch(() => false)
    throw error
  }
  return { ...report, files: [], first, hasStarted: await startUnits(further) }
}

/** @throws ServiceError where an earlier run used a server elsewhere, whose administrator is not named now */
function foundPlace(before: VariablesByFile): DatabasePlace | null {
  const admin = process.env.DATABASE_ADMIN_URL
  const inUse = databaseInUse(before)
  const isElsewhere = inUse !== undefined && new URL(inUse).hostname !== 'localhost'
  if (admin === undefined && isElsewhere)
    throw new ServiceError(
      'malformed',
      'The database is on another server: put its administrator into DATABASE_ADMIN_URL.',
    )
  // The cluster in use, however many there are.
  return databasePlace(admin, inUse)
}

/** What is not given stays as an earlier run left it. */
function machineOf(options: MachineOptions, database: string, before: VariablesByFile, caddyfile: string): Machine {
  const { REDIS_URL, DATA_DIR, JOURNAL_DIR } = before.desk
  const tls = givenTls(options) ?? foundTls(caddyfile)
  requireNoPassword('--redis-url', 'REDIS_URL', options.redisUrl)
  requireNoPassword('--smtp-url', 'SMTP_URL', options.smtpUrl)
  const SMTP_URL = options.smtpUrl ?? process.env.SMTP_URL
  const dataDir = resolve(options.dataDir ?? DATA_DIR ?? '/var/lib/certificate-verification')
  return {
    ...{ baseUrl: options.baseUrl, project: projectDir(), node: process.execPath, dataDir, database, tls },
    ...journalOf(options.journalDir, JOURNAL_DIR, `${dataDir}-journal`),
    redisUrl: options.redisUrl ?? process.env.REDIS_URL ?? REDIS_URL ?? 'redis://127.0.0.1:6379',
    proxies: '127.0.0.1/32',
    mail: { ...(SMTP_URL && { SMTP_URL }), ...(options.mailFrom && { MAIL_FROM: options.mailFrom }) },
  }
}

/**
 * Where the journal is: another folder than the one in use would be a new and empty journal.
 * @param given on the command line: the folder in use, or the one around it
 * @param found JOURNAL_DIR of an earlier run, or as the operator set it since
 * @throws ServiceError `malformed` where another folder is given than the one in use
 */
export function journalOf(
  given: string | undefined,
  found: string | undefined,
  usual: string,
): Pick<Machine, 'journalDir' | 'ownJournal'> {
  if (!found) return { journalDir: resolve(given ?? usual) }
  const inUse = resolve(found)
  const around = dirname(inUse)
  const isMade = basename(inUse) === 'entries'
  if (given !== undefined && resolve(given) !== inUse && !(isMade && resolve(given) === around))
    throw new ServiceError(
      'malformed',
      `The journal is in ${inUse}, and --journal-dir names another folder, whose journal would be new and empty. Nothing ` +
        `was done. Leave it out; to move the journal, copy it and change JOURNAL_DIR in ${Object.values(ENV_FILES).join(', ')}.`,
    )
  return isMade ? { journalDir: around } : { journalDir: around, ownJournal: inUse }
}

/** The certificate that Caddy is to use; null where none is named. */
export function givenTls({ tlsCertificate: certificate, tlsKey: key }: MachineOptions): Machine['tls'] {
  if (certificate === undefined && key === undefined) return null
  if (certificate === undefined || key === undefined)
    throw new WrongUsage('Give --tls-certificate and --tls-key, or neither.')
  return { certificate: resolve(certificate), key: resolve(key) }
}

/** @throws ServiceError where an option that everyone can read has a password */
export function requireNoPassword(option: string, variable: string, value: string | undefined): void {
  const url = withHost(value ?? '')
  if (!canParseUrl(url)) return
  const { password, searchParams } = new URL(url)
  if (password === '' && !searchParams.has('password')) return
  throw new ServiceError(
    'malformed',
    `Everyone on this machine can read a password in ${option}. Put the URL into the environment, as ${variable}.`,
  )
}

/**
 * Where an earlier run made the service, its address is kept: nothing may be written under a mistyped one.
 * @param place of the database as it will be; its administrator is asked where the owner is refused
 * @throws ServiceError `malformed` for another address without `--base-url-changed`
 */
export async function requireKeptAddress(
  { baseUrl, baseUrlChanged }: Pick<MachineOptions, 'baseUrl' | 'baseUrlChanged'>,
  { operator }: VariablesByFile,
  place: DatabasePlace,
): Promise<void> {
  const inUse = operator.DATABASE_URL
  if (baseUrlChanged === true || !inUse) return
  // The administrator of another server knows nothing of this one.
  await requireBaseUrlOf(inUse, baseUrl, isSameDatabase(place.url, inUse) ? administratorOf(place) : undefined)
}

/** Secrets of a first run; a later one keeps what it finds. */
export function newSecrets(): MachineSecrets {
  const password = () => randomBytes(24).toString('base64url')
  return {
    ...{ keyEncryptionKey: randomBytes(32).toString('base64'), metricsToken: password() },
    ...{ owner: password(), service: password(), public: password() },
  }
}

/** What an earlier run wrote; nothing for somebody who is not root and may not read it. */
async function foundVariables(): Promise<VariablesByFile> {
  if (process.getuid?.() !== 0) return { signer: {}, operator: {}, desk: {}, public: {} }
  const found = ENV_FILE_NAMES.map(async (name) => [name, (await readEnvFile(ENV_FILES[name])) ?? {}] as const)
  return Object.fromEntries(await Promise.all(found)) as VariablesByFile
}

/** Every file as it would be, but for what nobody should see on a screen. */
function shown(machine: Machine, before: VariablesByFile, caddyfile: string): PlannedFile[] {
  const planned = plannedVariables(machine, newSecrets(), before)
  const masked = Object.entries(planned).map(([name, variables]) => [name, withoutSecrets(variables)])
  return plannedFiles(machine, Object.fromEntries(masked) as VariablesByFile, caddyfile)
}

/** @throws ServiceError for variables that a process would not start with */
export function requireGood(variables: VariablesByFile): void {
  for (const name of ENV_FILE_NAMES) {
    try {
      parseEnv({ ...variables[name], ...(name === 'public' && { ROLES: 'public' }) })
    } catch (cause) {
      throw new ServiceError('malformed', `${ENV_FILES[name]}: ${(cause as Error).message}`, { cause })
    }
  }
}
