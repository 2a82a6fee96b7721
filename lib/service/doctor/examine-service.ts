import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { examineErasures } from '@/lib/service/erasure/examine-erasures'
import { examineJournal } from '@/lib/service/journal/examine-journal'
import { isUnderAnotherKey } from '@/lib/service/keys/is-under-another-key'
import { explainFailure } from '@/lib/service/operation/explain-failure'
import { rememberedBaseUrls } from '@/lib/service/operation/remember-base-url'
import { readDatabaseHealth } from '@/lib/store/database/database-health'
import { databaseUrl } from '@/lib/store/database/database-url'
import { findOwnerlessIssuers } from '@/lib/store/desk/members'
import { findIssuedUnder } from '@/lib/store/evidence/issued-under'
import { pendingMigrations } from '@/lib/store/migrations/migrate'
import type { DoctorFinding } from './doctor-finding'
import { examineCertificates } from './examine-certificates'
import { examineCounter } from './examine-counter'
import { examineFiles } from './examine-files'
import { examineForgetting } from './examine-forgetting'
import { examineDomains, examineIssuerRecords } from './examine-issuers'
import { examineKeys } from './examine-keys'
import { examineLists } from './examine-lists'
import { examineLog } from './examine-log'
import { examineMail } from './examine-mail'
import { examinePdfSeal } from './examine-pdf-seal'
import { examineResigning } from './examine-resigning'
import { examineRights } from './examine-rights'
import { examineSeals } from './examine-seals'
import { examineTables } from './examine-tables'

const TOLERATED_CLOCK_DIFFERENCE_MS = 2000

const ANOTHER_KEY =
  'Nothing in the database passes its check under this KEY_ENCRYPTION_KEY, so that nothing else was examined. Find the right one, which ' +
  'the last certs rekey made. Until then delete no rows, settle no restore and fill no journal.'

const READ_ONLY =
  'The database is set to read-only (default_transaction_read_only): nothing can be checked, issued or withdrawn. Some providers set it ' +
  'while a disk is full: make room, then set it back.'

/**
 * Examines the service as `certs doctor` reports it (spec part 11). It changes only the results of DNS checks of
 * domains.
 */
export async function examineService(): Promise<DoctorFinding[]> {
  const findings: DoctorFinding[] = [good('configuration', 'The configuration is well-formed.')]
  const examine = async (id: DoctorFinding['id'], look: () => Promise<DoctorFinding[]>) => {
    try {
      findings.push(...(await look()))
    } catch (error) {
      log.debug({ err: error }, `the doctor could not examine ${id}`)
      findings.push(bad(id, explainFailure(error) ?? `Could not be examined: ${id}.`))
    }
  }
  await examine('database', examineDatabase)
  await examine('database', examineTables)
  await examine('database', () => examineRights())
  await examine('migrations', examineMigrations)
  await examine('counter', examineCounter)
  // Under another key whatever is sealed looks as if somebody else had written it: advice to delete rows would be wrong.
  if (await isUnderAnotherKey().catch(() => false)) {
    await examine('keys', examineKeys)
    return [...findings, bad('keys', ANOTHER_KEY)]
  }
  await examine('journal', () => examineJournal({ whole: true }))
  await examine('log', examineLog)
  await examine('erasures', examineErasures)
  await examine('forgetting', examineForgetting)
  await examine('files', examineFiles)
  await examine('keys', examineKeys)
  await examine('pdf_seal', () => examinePdfSeal())
  await examine('base_url', examineBaseUrl)
  await examine('people', examinePeople)
  await examine('authority', examineSeals)
  await examine('issuers', examineIssuerRecords)
  await examine('domains', examineDomains)
  await examine('mail', examineMail)
  await examine('certificates', examineCertificates)
  await examine('certificates', examineResigning)
  await examine('certificates', examineLists)
  return findings
}

async function examineDatabase(): Promise<DoctorFinding[]> {
  const health = await readDatabaseHealth()
  const inStep = Math.abs(health.clockDifferenceMs) <= TOLERATED_CLOCK_DIFFERENCE_MS
  const findings = [
    inStep
      ? good('clock', 'The database’s clock agrees with this machine’s.')
      : warning('clock', `The database’s clock and this machine’s differ by ${health.clockDifferenceMs} ms.`),
  ]
  for (const name of health.unsafe)
    findings.push(
      warning('database', `${name} is off: a crash of the machine can damage the database for good. Set it to on.`),
    )
  if (health.inRecovery) findings.unshift(bad('database', 'The database is a replica: nothing can be checked on it.'))
  else if (health.readOnly) findings.unshift(bad('database', READ_ONLY))
  else if (health.synchronousCommit === 'off') {
    findings.unshift(bad('database', 'synchronous_commit is off: certificates and answered checks could be lost.'))
  } else {
    const way = { true: ', over an encrypted connection', false: ', over a connection that is not encrypted', null: '' }
    const state = `PostgreSQL ${health.version}, certificates: ${health.certificates}${way[`${health.encrypted}`]}.`
    findings.unshift(good('database', state))
  }
  return findings
}

async function examineMigrations(): Promise<DoctorFinding[]> {
  const pending = await pendingMigrations(databaseUrl())
  if (pending.length === 0) return [good('migrations', 'No migration is pending.')]
  return [bad('migrations', `Pending migrations: ${pending.join(', ')}. The next start applies them.`)]
}

async function examineBaseUrl(): Promise<DoctorFinding[]> {
  const current = env().BASE_URL
  const under = (await findIssuedUnder()).filter((origin) => origin !== current)
  const started = (await rememberedBaseUrls()).filter((url) => url !== current && !under.includes(url))
  const findings = [
    ...under.map((origin) =>
      warning(
        'base_url',
        `BASE_URL is ${current}, but certificates were issued under ${origin}: their codes and links lead there.`,
      ),
    ),
    ...started.map((url) =>
      warning('base_url', `BASE_URL is ${current}, but the service was started under ${url} before.`),
    ),
  ]
  return findings.length > 0 ? findings : [good('base_url', `Links lead to ${current}.`)]
}

async function examinePeople(): Promise<DoctorFinding[]> {
  const ownerless = await findOwnerlessIssuers()
  if (ownerless.length === 0) return [good('people', 'Every issuer with people at its desk has an owner.')]
  return ownerless.map((slug) =>
    warning(
      'people',
      `People work at the desk of ${slug}, but nobody owns it. Invite one: certs user invite ${slug} --role owner --email ….`,
    ),
  )
}

const finding = (result: DoctorFinding['result']) => (id: DoctorFinding['id'], message: string) =>
  ({ id, result, message }) as DoctorFinding
const good = finding('good')
const warning = finding('warning')
const bad = finding('bad')
