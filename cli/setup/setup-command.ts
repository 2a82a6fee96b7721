import type { Command } from 'commander'
import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { type Output, print } from '@/cli/output'
import { type JsonOption, requireConfiguration, type Run } from '@/cli/run-command'
import { withStore } from '@/cli/with-store'
import { WrongUsage } from '@/cli/wrong-usage'
import { parseEnv, setEnv } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { isKeyInUse } from '@/lib/service/operation/is-key-in-use'
import { type FirstIssuer, setUpIssuer } from '@/lib/service/operation/set-up-issuer'
import { foundInContainers, prepareContainers } from './containers/prepare-containers'
import { readEnvText, variablesIn, writeEnvFile, writeFirstKey } from './env-file'
import { answered, type Question } from './first-questions'
import { fromEnvironment } from './from-environment'
import { requireNoPassword } from './systemd/set-up-machine'
import { originOf, setUpSystem } from './systemd/set-up-system'

const HELP = `
Asks for what is not given, where somebody sits at a terminal. Writes the variables that the service starts with into a
file of mode 0600, with a new KEY_ENCRYPTION_KEY where it has none; brings the database up to this version, adds the
issuer, and prints its domain’s record and its owner’s invitation. Run again it keeps every key, changes what is given,
and does what is left. Copy KEY_ENCRYPTION_KEY on paper: nothing replaces it. Without --env the environment is taken as it is.

With --systemd, as root on Debian, it makes the whole machine: users, folders, variables (/etc/certificate-*.env), units,
Caddy’s site with TLS, the database with its roles, and the command /usr/local/sbin/certs. --dry-run shows every file and
changes nothing. With --containers, run by compose, it does the same for compose.yaml. Passwords are never options: put URLs with one into SMTP_URL, REDIS_URL and, with --env,
DATABASE_URL, else DATABASE_ADMIN_URL. With --env the environment is only for what the file has not yet.`

const ON_PAPER = 'Copy its KEY_ENCRYPTION_KEY on paper, and keep it apart from every backup.'

const IN_CONTAINERS =
  'The variables of each process are in its volume; compose up starts them. Copy KEY_ENCRYPTION_KEY on paper: compose run --rm --entrypoint cat certs /variables/variables.env'

interface SetupOptions extends JsonOption, Partial<Record<Question, string>> {
  env?: string
  systemd?: true
  containers?: true
  dryRun?: true
  tlsCertificate?: string
  tlsKey?: string
  databaseUrl?: string
  dataDir?: string
  journalDir?: string
  redisUrl?: string
  smtpUrl?: string
  mailFrom?: string
  baseUrlChanged?: true
}

/** Adds `certs setup`. */
export function setupCommand(program: Command, run: Run): void {
  program
    .command('setup')
    .description('write the configuration, and make the first issuer and its owner’s invitation')
    .option('--env <file>', 'the file of variables, made where there is none')
    .option('--systemd', 'make this Debian machine one that serves; as root')
    .option('--containers', 'in the service setup of compose.yaml: write the variables of all its processes')
    .option('--dry-run', 'with --systemd: show every file, and change nothing')
    .option('--base-url <url>', 'the address that links and QR codes carry')
    .option('--database-url <url>', 'PostgreSQL, as the owner of the tables; the embedded one where left out')
    .option('--data-dir <folder>', 'files, and the embedded database')
    .option('--journal-dir <folder>', 'the journal; on another disk')
    .option('--redis-url <url>', 'Redis, for several processes')
    .option('--smtp-url <url>', 'the server that mail goes out by')
    .option('--mail-from <address>', 'the sender of mail')
    .option(
      '--tls-certificate <file>',
      'with --systemd: in PEM, with its chain; Caddy gets one by itself where left out',
    )
    .option('--tls-key <file>', 'with --systemd: its key, which the group caddy may read')
    .option('--name <name>', 'of the first issuer, as on its certificates')
    .option('--slug <slug>', 'its short name in addresses')
    .option('--domain <domain>', 'its internet domain')
    .option('--owner <email>', 'who will own its desk')
    .addHelpText('after', HELP)
    .action((options: SetupOptions) => run(options, (output) => setUp(output, options)))
}

async function setUp(output: Output, options: SetupOptions): Promise<number | void> {
  if (options.systemd) return setUpSystem(output, options)
  if (options.dryRun) throw new WrongUsage('The option --dry-run goes with --systemd.')
  if (options.containers) return setUpContainers(output, options)
  if (options.env === undefined) return setUpHere(output, options)
  requireNoPassword('--database-url', 'DATABASE_URL', options.databaseUrl)
  requireNoPassword('--smtp-url', 'SMTP_URL', options.smtpUrl)
  requireNoPassword('--redis-url', 'REDIS_URL', options.redisUrl)
  const path = resolve(options.env)
  const text = await readEnvText(path)
  const before = text === null ? {} : variablesIn(text, path)
  const answers = await answered({ ...options, baseUrl: options.baseUrl ?? before.BASE_URL }, output)
  const variables = chosen(before, { ...options, baseUrl: answers.baseUrl })
  setEnv(checked(variables))
  const isKeyThere = before.KEY_ENCRYPTION_KEY === variables.KEY_ENCRYPTION_KEY
  // Before the database: what is encrypted there must never be without its key. Where the key is there already, last: the
  // server starts with this file, so that nothing of a set-up that is refused may be in it.
  const former = isKeyThere ? null : await writeFirstKey(path, text, variables)
  const made = await setUpIn(former, options.baseUrlChanged !== true, answers)
  if (isKeyThere) await writeEnvFile(path, variables)
  print(output, documentOf(path, made), linesOf(path, made))
}

/** Beside the database of compose.yaml, before its processes start. */
async function setUpContainers(output: Output, options: SetupOptions): Promise<void> {
  const before = await foundInContainers()
  const answers = await answered({ ...options, baseUrl: options.baseUrl ?? before.desk.BASE_URL }, output)
  await prepareContainers({ ...options, baseUrl: originOf(answers.baseUrl) }, before)
  const made = await setUpIn(null, options.baseUrlChanged !== true, answers)
  print(output, documentOf(null, made), [IN_CONTAINERS, ...linesOf(null, made)])
}

/** In the environment as it is: of a container, or of the operator's command. */
async function setUpHere(output: Output, options: SetupOptions): Promise<void> {
  const { BASE_URL, BASE_URL_IS_DEFAULT } = requireConfiguration()
  if (BASE_URL_IS_DEFAULT) throw new ServiceError('malformed', 'Set BASE_URL, or name a file by --env.')
  const answers = await answered({ ...options, baseUrl: options.baseUrl ?? BASE_URL }, output)
  if (answers.baseUrl !== BASE_URL) throw new ServiceError('malformed', 'BASE_URL in the environment is another.')
  const made = await setUpIn(null, options.baseUrlChanged !== true, answers)
  print(output, documentOf(null, made), linesOf(null, made))
}

/**
 * Brings the database up and makes the issuer. Where that is refused, a file that was written for it goes again, once it
 * is known that nothing is encrypted under its key.
 * @param undo puts back what was there before; null where nothing was written
 */
async function setUpIn(
  undo: (() => Promise<void>) | null,
  isBound: boolean,
  answers: Record<Question, string>,
): Promise<FirstIssuer> {
  let isUnused = true
  try {
    return await withStore(isBound, async () => {
      isUnused = false
      return setUpIssuer(answers).catch(async (error: unknown) => {
        isUnused = !(await isKeyInUse().catch(() => true))
        throw error
      })
    })
  } catch (error) {
    if (isUnused) await undo?.()
    throw error
  }
}

/** The variables as they will be: what is there stays, what is given changes it, and keys are made once. */
function chosen(before: Record<string, string>, options: SetupOptions): Record<string, string> {
  const given: Record<string, string | undefined> = {
    ...{ BASE_URL: options.baseUrl, MAIL_FROM: options.mailFrom },
    DATABASE_URL: fromEnvironment('DATABASE_URL', options.databaseUrl, before.DATABASE_URL),
    REDIS_URL: fromEnvironment('REDIS_URL', options.redisUrl, before.REDIS_URL),
    SMTP_URL: fromEnvironment('SMTP_URL', options.smtpUrl, before.SMTP_URL),
    DATA_DIR: options.dataDir === undefined ? undefined : resolve(options.dataDir),
    JOURNAL_DIR: options.journalDir === undefined ? undefined : resolve(options.journalDir),
  }
  const changed = Object.entries(given).filter((one): one is [string, string] => one[1] !== undefined)
  return {
    NODE_ENV: 'production',
    KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    METRICS_TOKEN: randomBytes(24).toString('base64url'),
    DATA_DIR: resolve('data'),
    ...before,
    ...Object.fromEntries(changed),
  }
}

function checked(variables: Record<string, string>) {
  try {
    return parseEnv(variables)
  } catch (cause) {
    throw new ServiceError('malformed', (cause as Error).message, { cause })
  }
}

function documentOf(path: string | null, { issuer, added, record, invitation }: FirstIssuer) {
  return {
    ...(path !== null && { env: path }),
    issuer: { slug: issuer.slug, did: issuer.did, added },
    record,
    invitation: invitation && {
      ...{ email: invitation.email, link: invitation.link, expires_at: invitation.expiresAt.toISOString() },
    },
  }
}

function linesOf(path: string | null, { issuer, added, record, invitation }: FirstIssuer): string[] {
  return [
    ...(path === null ? [] : [`The configuration is in ${path}. ${ON_PAPER}`]),
    added ? `Added ${issuer.name} (${issuer.slug}).` : `${issuer.name} (${issuer.slug}) was there already.`,
    '',
    'Its domain counts once this record is published and certs issuer verify-domain was run:',
    `${record.name}  TXT  "${record.value}"`,
    '',
    ...(invitation
      ? [
          `${invitation.email} joins its desk as owner by this link, once, until ${invitation.expiresAt.toISOString()}:`,
          invitation.link,
        ]
      : ['People work at its desk already, so nobody was invited: certs user invite.']),
  ]
}
