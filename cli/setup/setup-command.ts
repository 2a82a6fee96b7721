import type { Command } from 'commander'
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { type Output, print } from '@/cli/output'
import type { JsonOption, Run } from '@/cli/run-command'
import { withStore } from '@/cli/with-store'
import { parseEnv, setEnv } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { isKeyInUse } from '@/lib/service/operation/is-key-in-use'
import { type FirstIssuer, setUpIssuer } from '@/lib/service/operation/set-up-issuer'
import { readEnvFile, writeEnvFile } from './env-file'

const HELP = `
Asks for what is not given, where somebody sits at a terminal. Writes the variables that the service starts with into a
file of mode 0600, with a new KEY_ENCRYPTION_KEY where it has none; brings the database up to this version, adds the
issuer, and prints its domain’s record and its owner’s invitation. Run again it keeps every key, changes what is given,
and does what is left. Copy KEY_ENCRYPTION_KEY on paper: nothing replaces it.`

/** What each answer is, as it is asked for and as its option. */
const QUESTIONS = {
  baseUrl: 'The address of the service, such as https://verify.example.org',
  name: 'The name of the first issuer, as on its certificates',
  slug: 'Its short name in addresses, such as northshore',
  domain: 'Its internet domain, such as northshore.example',
  owner: 'The e-mail of the person who will own its desk',
} as const

type Question = keyof typeof QUESTIONS

interface SetupOptions extends JsonOption, Partial<Record<Question, string>> {
  env: string
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
    .requiredOption('--env <file>', 'the file of variables, made where there is none')
    .option('--base-url <url>', 'the address that links and QR codes carry')
    .option('--database-url <url>', 'PostgreSQL, as the owner of the tables; the embedded one where left out')
    .option('--data-dir <folder>', 'files, and the embedded database')
    .option('--journal-dir <folder>', 'the journal; on another disk')
    .option('--redis-url <url>', 'Redis, for several processes')
    .option('--smtp-url <url>', 'the server that mail goes out by')
    .option('--mail-from <address>', 'the sender of mail')
    .option('--name <name>', 'of the first issuer, as on its certificates')
    .option('--slug <slug>', 'its short name in addresses')
    .option('--domain <domain>', 'its internet domain')
    .option('--owner <email>', 'who will own its desk')
    .addHelpText('after', HELP)
    .action((options: SetupOptions) => run(options, (output) => setUp(output, options)))
}

async function setUp(output: Output, options: SetupOptions): Promise<void> {
  const path = resolve(options.env)
  const found = await readEnvFile(path)
  const before = found ?? {}
  const answers = await answered({ ...options, baseUrl: options.baseUrl ?? before.BASE_URL }, output)
  const variables = chosen(before, { ...options, baseUrl: answers.baseUrl })
  setEnv(checked(variables))
  // Before the database: what is encrypted there must never be without its key.
  await writeEnvFile(path, variables)
  const made = await setUpIn(found === null ? path : null, options.baseUrlChanged !== true, answers)
  print(output, documentOf(path, made), linesOf(path, made))
}

/**
 * Brings the database up and makes the issuer. Where that is refused, a file that was made for it goes again, once it is
 * known that nothing is encrypted under its key.
 * @param file null where it was there before
 */
async function setUpIn(file: string | null, isBound: boolean, answers: Record<Question, string>): Promise<FirstIssuer> {
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
    if (file !== null && isUnused) await rm(file, { force: true })
    throw error
  }
}

/** The answers, asked for at a terminal where they are not given. */
async function answered(options: SetupOptions, output: Output): Promise<Record<Question, string>> {
  const missing = (Object.keys(QUESTIONS) as Question[]).filter((question) => options[question] === undefined)
  const given: Partial<Record<Question, string>> = { ...options }
  if (missing.length > 0 && (output.json || !process.stdin.isTTY)) {
    const words = missing.map((question) => `--${question.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`)
    throw new ServiceError('malformed', `Missing: ${words.join(', ')}.`)
  }
  if (missing.length > 0) {
    const terminal = createInterface({ input: process.stdin, output: process.stderr })
    try {
      for (const question of missing) given[question] = (await terminal.question(`${QUESTIONS[question]}: `)).trim()
    } finally {
      terminal.close()
    }
  }
  return given as Record<Question, string>
}

/** The variables as they will be: what is there stays, what is given changes it, and keys are made once. */
function chosen(before: Record<string, string>, options: SetupOptions): Record<string, string> {
  const given: Record<string, string | undefined> = {
    ...{ BASE_URL: options.baseUrl, DATABASE_URL: options.databaseUrl, REDIS_URL: options.redisUrl },
    ...{ SMTP_URL: options.smtpUrl, MAIL_FROM: options.mailFrom },
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

function documentOf(path: string, { issuer, added, record, invitation }: FirstIssuer) {
  return {
    env: path,
    issuer: { slug: issuer.slug, did: issuer.did, added },
    record,
    invitation: invitation && {
      ...{ email: invitation.email, link: invitation.link, expires_at: invitation.expiresAt.toISOString() },
    },
  }
}

function linesOf(path: string, { issuer, added, record, invitation }: FirstIssuer): string[] {
  return [
    `The configuration is in ${path}. Copy its KEY_ENCRYPTION_KEY on paper, and keep it apart from every backup.`,
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
