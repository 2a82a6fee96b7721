import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { env, setEnv } from '@/lib/env'
import { backUp } from '@/lib/service/backup/back-up'
import { checkBackup, restoreBackup } from '@/lib/service/backup/restore-backup'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { addIssuer } from '@/lib/service/issuers/add-issuer'
import { verifyIssuerDomain } from '@/lib/service/issuers/verify-issuer-domain'
import { replayJournal } from '@/lib/service/journal/replay-journal'
import { closeDatabase } from '@/lib/store/database/database'
import { requireKeyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { migrate } from '@/lib/store/migrations/migrate'
import { atDatabase } from '@/test/database/database-url'
import { loadCertificates } from './bulk-load'
import { signLoaded } from './sign-loaded'

const CERTIFICATES = Number(process.env.BENCH_CERTIFICATES ?? 100_000)
const SIGNED = Number(process.env.BENCH_SIGNED ?? 2000)

/**
 * Backup and restore of many certificates, rows as the service writes them without files; those that are signed are
 * all checked in the restored database.
 * @returns false where one of them is not what it was
 */
export async function benchBackup(): Promise<boolean> {
  await addIssuer({ name: 'Bench', slug: 'bench', domain: 'bench.example' })
  const issuer = await verifyIssuerDomain('bench', 'Seen by the benchmark.')
  await timed(`load ${CERTIFICATES} certificates`, () => loadCertificates(issuer.id, CERTIFICATES))
  const serials = Array.from({ length: SIGNED }, (_, at) => 1 + Math.floor((at * CERTIFICATES) / SIGNED)).map((number) =>
    createHash('md5').update(`${issuer.id}serial${number}`).digest('hex').slice(0, 16).toUpperCase(),
  )
  await timed(`sign ${SIGNED} of them`, () => signLoaded(issuer.id, serials))
  const before = await outcomes(serials)
  const folder = join(env().DATA_DIR, '..', 'backup')
  await timed('certs backup', () => backUp(folder, () => undefined))
  for (const name of readdirSync(folder))
    console.log(`  ${name.padEnd(12)} ${(statSync(join(folder, name)).size / 1e6).toFixed(1)} MB`)
  const url = await newDatabase()
  const checked = await timed('check the whole backup', () => checkBackup(folder, requireKeyEncryptionKey()))
  await closeDatabase()
  await timed('restore', () => restoreBackup(checked, url, requireKeyEncryptionKey(), () => undefined))
  await migrate(url)
  const source = env()
  setEnv({ ...source, DATABASE_URL: url })
  await timed('replay and compare with the journal', () => replayJournal({ restored: true }))
  const after = await timed(`check ${SIGNED} restored certificates`, () => outcomes(serials))
  await closeDatabase()
  setEnv(source)
  const same = after.every((outcome, index) => outcome === before[index])
  const verified = after.filter((outcome) => outcome === 'verified').length
  console.log(`\n${same ? 'All are what they were' : 'THEY DIFFER'}: ${verified} verified of ${after.length}`)
  return same && verified > 0
}

async function outcomes(serials: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const serial of serials) found.push((await checkCertificate(serial))?.judgement.overallStatus ?? 'unknown')
  return found
}

async function newDatabase(): Promise<string> {
  const admin = new pg.Client(env().DATABASE_URL)
  await admin.connect()
  await admin.query('CREATE DATABASE bench_restored').finally(() => admin.end())
  return atDatabase(env().DATABASE_URL ?? '', 'bench_restored')
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await work()
  console.log(`${what.padEnd(40)} ${((performance.now() - began) / 1000).toFixed(1)} s`)
  return result
}
