import type { Command } from 'commander'
import { existsSync } from 'node:fs'
import { demo } from '@/cli/demo'
import { withoutLinks } from '@/cli/makes-links'
import { type Output, print } from '@/cli/output'
import type { JsonOption, Run } from '@/cli/run-command'
import { ENV_FILES } from '@/cli/setup/systemd/machine'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import type { DoctorFinding } from '@/lib/service/doctor/doctor-finding'
import { examineRights } from '@/lib/service/doctor/examine-rights'
import { examineService } from '@/lib/service/doctor/examine-service'
import { rekey } from '@/lib/service/keys/rekey'
import { databaseUrl } from '@/lib/store/database/database-url'
import { requireKeyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { replaceKeyFile } from '@/lib/store/keys/replace-key-file'
import { pendingMigrations } from '@/lib/store/migrations/migrate'

/** As compose.yaml mounts the variables of each process. */
const VARIABLES_OF_CONTAINER = '/variables/variables.env'
const NEW_KEY = 'NEW_KEY_ENCRYPTION_KEY'

const REKEY_HELP = `
A key in the file DATA_DIR/key-encryption-key is replaced by a new random one. A key in KEY_ENCRYPTION_KEY
is yours to replace: put the new one into ${NEW_KEY} (openssl rand -base64 32), run this, then
set KEY_ENCRYPTION_KEY to it in every file that has the old one. Interrupted, run it again. Restart every running server
afterwards, the signer first.`

/** Adds `certs demo`, `doctor`, `migrate` and `rekey`. */
export function operationCommands(program: Command, run: Run): void {
  program
    .command('demo')
    .description(
      'create an example issuer with one certificate in each state; only where BASE_URL is a loopback address',
    )
    .action((options: JsonOption) => run(options, demo))
  withoutLinks(program.command('doctor'))
    .description('check configuration, database, limit counter, journal, files, keys and certificates')
    .action((options: JsonOption) => run(options, doctor))
  withoutLinks(program.command('migrate'))
    .description('bring the database up to this version; with the owner’s DATABASE_URL, if another role serves')
    .action((options: JsonOption) => run(options, migrated))
  withoutLinks(program.command('rekey'))
    .description('encrypt all private keys under a new KEY_ENCRYPTION_KEY')
    .addHelpText('after', REKEY_HELP)
    .action((options: JsonOption) => run(options, renewKey))
}

async function doctor(output: Output): Promise<number> {
  const findings = await examineService()
  print(output, { findings }, marked(findings))
  return exitCodeOf(findings)
}

function marked(findings: readonly DoctorFinding[]): string[] {
  const mark: Record<DoctorFinding['result'], string> = { good: '✓', warning: '!', bad: '✗' }
  return findings.map(({ result, message }) => `${mark[result]} ${message}`)
}

const exitCodeOf = (findings: readonly DoctorFinding[]) => (findings.some(({ result }) => result === 'bad') ? 1 : 0)

/** Opening the database migrated it, and brought the rights of the roles along; what is left is to say so, and what could not be given. */
async function migrated(output: Output): Promise<number> {
  const pending = await pendingMigrations(databaseUrl())
  const findings = (await examineRights()).filter(({ result }) => result !== 'good')
  print(output, { pending, findings }, ['The database is up to date.', ...marked(findings)])
  return exitCodeOf(findings)
}

/** The new key comes from the environment, never from the command line, which other users of the machine can read. */
async function renewKey(output: Output): Promise<void> {
  const next = newKey()
  const inFile = !process.env.KEY_ENCRYPTION_KEY?.trim()
  if (!inFile && next === null) {
    throw new ServiceError('malformed', `Put the new key into ${NEW_KEY}. Make one with: openssl rand -base64 32`)
  }
  const written =
    inFile || next === null
      ? await replaceKeyFile(env().DATA_DIR, next, (key) => rekey(requireKeyEncryptionKey(), key))
      : await rekey(requireKeyEncryptionKey(), next)
  print(output, { service_keys: written.serviceKeys, issuer_keys: written.issuerKeys }, [
    `Under the new key: ${count(written.serviceKeys, 'key')} of the service and ${written.issuerKeys} of issuers.`,
    inFile
      ? 'The key file is replaced. Restart every running server.'
      : `Set KEY_ENCRYPTION_KEY to the new key now${placesOfKey()} and restart every server, the signer first.`,
  ])
}

/** Where this machine, or compose.yaml, keeps the key: in one of them alone, the next set-up would find two keys. */
function placesOfKey(): string {
  const files = [ENV_FILES.signer, ENV_FILES.operator].filter((path) => existsSync(path))
  if (files.length > 0) return ` in ${files.join(' and ')}`
  return existsSync(VARIABLES_OF_CONTAINER) ? ' in the volumes of signer and operator (docs/operations.md, Keys)' : ''
}

function newKey(): Buffer | null {
  const text = process.env[NEW_KEY]
  if (!text) return null
  const key = Buffer.from(text, 'base64')
  // The spelling must be the one that the configuration accepts afterwards.
  if (key.length === 32 && key.toString('base64') === text) return key
  throw new ServiceError('malformed', `${NEW_KEY} must be 32 bytes in base64. Make one with: openssl rand -base64 32`)
}

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`
