import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { log } from '@/lib/log'
import { transaction } from '@/lib/store/database'
import { readDatabaseHealth } from '@/lib/store/database-health'
import { pendingMigrations } from '@/lib/store/migrate'
import { lastBaseUrl } from './remember-base-url'
import { serviceSigner } from './service-signer'
import { verifySomeCertificates } from './verify-some-certificates'

/** One thing that the doctor looked at. */
export interface Finding {
  id: 'configuration' | 'database' | 'migrations' | 'clock' | 'keys' | 'counter' | 'base_url' | 'certificates'
  result: 'good' | 'warning' | 'bad'
  message: string
}

const TOLERATED_CLOCK_DIFFERENCE_MS = 2000

/** Examines the service as `certs doctor` reports it (definitions.md part 11). Changes nothing. */
export async function examineService(): Promise<Finding[]> {
  const findings: Finding[] = [good('configuration', 'The configuration is well-formed.')]
  const examine = async (id: Finding['id'], look: () => Promise<Finding[]>) => {
    try {
      findings.push(...(await look()))
    } catch (error) {
      log.debug({ err: error }, `the doctor could not examine ${id}`)
      findings.push({ id, result: 'bad', message: error instanceof ServiceError ? error.message : 'Could not be examined.' })
    }
  }
  await examine('database', examineDatabase)
  await examine('migrations', examineMigrations)
  await examine('keys', examineKeys)
  await examine('counter', async () => [examineCounter()])
  await examine('base_url', examineBaseUrl)
  await examine('certificates', examineCertificates)
  return findings
}

async function examineDatabase(): Promise<Finding[]> {
  const health = await readDatabaseHealth()
  const clock = Math.abs(health.clockDifferenceMs) <= TOLERATED_CLOCK_DIFFERENCE_MS
  return [
    health.inRecovery
      ? bad('database', 'The database is a replica: every check would be 503.')
      : health.synchronousCommit === 'off'
        ? bad('database', 'synchronous_commit is off: answered checks could be lost.')
        : good('database', `PostgreSQL ${health.version} with ${health.certificates} certificates.`),
    clock
      ? good('clock', 'The database’s clock agrees with this machine’s.')
      : { id: 'clock', result: 'warning', message: `The clocks differ by ${health.clockDifferenceMs} ms.` },
  ]
}

async function examineMigrations(): Promise<Finding[]> {
  const pending = await pendingMigrations(env().DATABASE_URL ?? '')
  return [
    pending.length === 0
      ? good('migrations', 'No migration is pending.')
      : bad('migrations', `Pending: ${pending.join(', ')}. The next start applies them.`),
  ]
}

async function examineKeys(): Promise<Finding[]> {
  const signer = await transaction((tx) => serviceSigner(tx))
  return [good('keys', `The service's key ${signer.keyId} can be used.`)]
}

function examineCounter(): Finding {
  return env().REDIS_URL
    ? good('counter', 'Limits are counted in Redis.')
    : good('counter', 'Limits are counted in the memory of each process: right for one process, set REDIS_URL for more.')
}

async function examineBaseUrl(): Promise<Finding[]> {
  const last = await lastBaseUrl()
  return [
    last === null || last === env().BASE_URL
      ? good('base_url', `Links lead to ${env().BASE_URL}.`)
      : {
          id: 'base_url',
          result: 'warning',
          message: `BASE_URL is ${env().BASE_URL}, but certificates were issued under ${last}: printed codes lead there.`,
        },
  ]
}

async function examineCertificates(): Promise<Finding[]> {
  const { checked, invalid } = await verifySomeCertificates()
  return [
    invalid.length === 0
      ? good('certificates', `The newest ${checked} certificates pass their check of bytes, signature and key.`)
      : bad('certificates', `Fail their check: ${invalid.join(', ')}.`),
  ]
}

function good(id: Finding['id'], message: string): Finding {
  return { id, result: 'good', message }
}

function bad(id: Finding['id'], message: string): Finding {
  return { id, result: 'bad', message }
}
