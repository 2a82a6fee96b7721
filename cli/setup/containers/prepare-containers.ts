import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { envFileText, readEnvFile, writeWhole } from '@/cli/setup/env-file'
import { foundTls } from '@/cli/setup/systemd/apply-machine'
import { caddySite } from '@/cli/setup/systemd/caddy-site'
import { databaseInUse } from '@/cli/setup/systemd/database-in-use'
import { type Machine, PORTS } from '@/cli/setup/systemd/machine'
import { type DatabasePlace, makeDatabase } from '@/cli/setup/systemd/make-database'
import {
  ENV_FILE_NAMES,
  keptSecrets,
  plannedVariables,
  type VariablesByFile,
} from '@/cli/setup/systemd/planned-variables'
import {
  givenTls,
  type MachineOptions,
  newSecrets,
  requireGood,
  requireKeptAddress,
  requireNoPassword,
} from '@/cli/setup/systemd/set-up-machine'
import { parseEnv, setEnv } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { projectDir } from '@/lib/project-dir'

/** The volumes of compose.yaml, as its service `setup` mounts them: one of each process, and one of the proxy. */
const SETTINGS = '/settings'
const VARIABLES = 'variables.env'
const CADDYFILE = `${SETTINGS}/proxy/Caddyfile`

/** What compose.yaml calls its parts, and where their folders are. */
export const PLACES = {
  dataDir: '/var/lib/certificate-verification',
  journalDir: '/var/lib/certificate-verification-journal',
  database: 'postgresql://database:5432/certificates',
  redisUrl: 'redis://counts:6379',
  proxies: '10.89.77.0/24',
}
const ADMIN = 'postgresql://postgres@localhost/postgres?host=/run/postgresql'
/** Where the proxy finds both sides, in its own network, and the ports that compose.yaml maps. */
export const PROXY = {
  ...{ desk: `desk:${PORTS.desk}`, public: `public:${PORTS.public}` },
  options: ['admin off', 'http_port 8080', 'https_port 8443'],
}

/** The variables that an earlier run wrote. @throws ServiceError outside of compose.yaml's service `setup` */
export async function foundInContainers(): Promise<VariablesByFile> {
  if (!existsSync(join(SETTINGS, 'proxy')))
    throw new ServiceError(
      'malformed',
      '--containers is for the service setup of compose.yaml: compose run --rm setup.',
    )
  const read = async (name: string) => (await readEnvFile(join(SETTINGS, name, VARIABLES))) ?? {}
  const found = ENV_FILE_NAMES.map(async (name) => [name, await read(name)] as const)
  return Object.fromEntries(await Promise.all(found)) as VariablesByFile
}

/**
 * Writes each process's variables and the proxy's site, makes the database with its roles, and goes on as the operator.
 */
export async function prepareContainers(options: MachineOptions, before: VariablesByFile): Promise<void> {
  requireNoPassword('--smtp-url', 'SMTP_URL', options.smtpUrl)
  const SMTP_URL = options.smtpUrl ?? process.env.SMTP_URL
  const place = placeOf(before)
  const machine: Machine = {
    ...{
      ...PLACES,
      database: place.url,
      baseUrl: options.baseUrl,
      project: projectDir(),
      node: process.execPath,
      tls: givenTls(options) ?? foundTls(CADDYFILE),
    },
    mail: { ...(SMTP_URL && { SMTP_URL }), ...(options.mailFrom && { MAIL_FROM: options.mailFrom }) },
  }
  const secrets = { ...newSecrets(), ...keptSecrets(before) }
  const variables = plannedVariables(machine, secrets, before)
  requireGood(variables)
  const texts = ENV_FILE_NAMES.map((name) => [name, nodeText(variables[name])] as const)
  await requireKeptAddress(options, before, place)
  // First the one that keeps the key: what is encrypted in the database must never be without it.
  for (const [name, text] of texts) await writeWhole(join(SETTINGS, name, VARIABLES), text, 0o640)
  await writeWhole(CADDYFILE, caddySite(machine, PROXY), 0o640)
  await makeDatabase(place, machine, secrets)
  setEnv(parseEnv(variables.operator))
}

/** The server is that of compose.yaml; the database keeps the name that it has. */
function placeOf(before: VariablesByFile): DatabasePlace {
  const inUse = databaseInUse(before)
  const pathname = new URL(inUse ?? PLACES.database).pathname
  return { url: Object.assign(new URL(PLACES.database), { pathname }).href, admin: ADMIN }
}

/** Node reads these files (`--env-file`), which takes no character back from a backslash. */
function nodeText(variables: Record<string, string>): string {
  const [name] = Object.entries(variables).find(([, value]) => /["\\`$]/.test(value)) ?? []
  if (name !== undefined)
    throw new ServiceError(
      'malformed',
      `${name} must be without quotation marks, \\ and $: write them as %22, %5C and %24.`,
    )
  return envFileText(variables)
}
