import { randomBytes } from 'node:crypto'
import type { Command } from 'commander'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { examineService, type Finding } from '@/lib/service/examine-service'
import { keyEncryptionKey } from '@/lib/service/key-encryption-key'
import { rekey } from '@/lib/service/rekey'
import { replaceKeyFile } from '@/lib/store/replace-key-file'
import { demo } from './demo'
import type { Run } from './main'
import { type Output, print } from './output'

/** Adds `certs demo`, `doctor` and `rekey`. */
export function operationCommands(program: Command, run: Run): void {
  program
    .command('demo')
    .description('an example issuer with one certificate in each state; only on a loopback address')
    .option('--json', 'one JSON document')
    .action((options: { json?: boolean }) => run(to(options), () => demo(to(options))))
  program
    .command('doctor')
    .description('check configuration, database, counter, keys and certificates')
    .option('--json', 'one JSON document')
    .action((options: { json?: boolean }) => run(to(options), () => doctor(to(options))))
  program
    .command('rekey')
    .description('encrypt all private keys under a new KEY_ENCRYPTION_KEY')
    .option('--new-key-from <variable>', 'environment variable with the new key, 32 bytes in base64', 'NEW_KEY_ENCRYPTION_KEY')
    .option('--json', 'one JSON document')
    .action((options: { newKeyFrom: string; json?: boolean }) => run(to(options), () => renewKey(options)))
}

async function doctor(output: Output): Promise<number> {
  const findings = await examineService()
  const mark: Record<Finding['result'], string> = { good: '✓', warning: '!', bad: '✗' }
  print(
    output,
    { findings },
    findings.map(({ result, message }) => `${mark[result]} ${message}`),
  )
  return findings.some(({ result }) => result === 'bad') ? 1 : 0
}

/** The new key comes from the environment, never from the command line, which other users of the machine can read. */
async function renewKey(options: { newKeyFrom: string; json?: boolean }): Promise<number> {
  const given = process.env[options.newKeyFrom]
  const next = given === undefined ? randomBytes(32) : Buffer.from(given, 'base64')
  if (next.length !== 32) throw new ServiceError('malformed', `${options.newKeyFrom} must be 32 bytes in base64.`)
  const embedded = !process.env.DATABASE_URL
  if (!embedded && given === undefined) {
    throw new ServiceError('malformed', `Put the new key into ${options.newKeyFrom}: openssl rand -base64 32`)
  }
  const written = embedded
    ? await replaceKeyFile(env().DATA_DIR, next, (key) => rekey(keyEncryptionKey(), key))
    : await rekey(keyEncryptionKey(), next)
  print(to(options), { service_keys: written.serviceKeys, issuer_keys: written.issuerKeys }, [
    `Re-encrypted ${written.serviceKeys} service and ${written.issuerKeys} issuer keys.`,
    embedded
      ? 'The new key is in place. Restart a running server.'
      : 'Set KEY_ENCRYPTION_KEY to the new key now and restart every process.',
  ])
  return 0
}

function to(options: { json?: boolean | undefined }): Output {
  return { json: options.json ?? false }
}
