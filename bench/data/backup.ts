import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { env, setEnv } from '@/lib/env'
import { closeRenderPool } from '@/lib/render/certificate/render-certificate'
import { backUp } from '@/lib/service/backup/back-up'
import { checkBackup, restoreBackup } from '@/lib/service/backup/restore-backup'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { issueCertificates } from '@/lib/service/issue/issue-certificates'
import { addIssuer } from '@/lib/service/issuers/add-issuer'
import { verifyIssuerDomain } from '@/lib/service/issuers/verify-issuer-domain'
import { replayJournal } from '@/lib/service/journal/replay-journal'
import { closeDatabase } from '@/lib/store/database/database'
import { findFilesAfter } from '@/lib/store/files/artifact-files'
import { fileStore } from '@/lib/store/files/file-store'
import { journalFolder } from '@/lib/store/journal/open-journal'
import { requireKeyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { migrate } from '@/lib/store/migrations/migrate'
import { atDatabase } from '@/test/database/database-url'
import { loadCertificates } from './bulk-load'
import { exampleRows } from './seed'
import { signLoaded } from './sign-loaded'

const CERTIFICATES = Number(process.env.BENCH_CERTIFICATES ?? 100_000)
/** How many more are issued as usual, with their files. */
const WITH_FILES = Number(process.env.BENCH_FILES ?? 500)
/** How many of those are withdrawn after the backup. */
const WITHDRAWN = 20
const AT_ONCE = 100

/**
 * Backup and restore of many certificates: loaded ones, each signed with its whole lineage and history, without files, and some
 * that were issued with all files. They are restored as on another machine, with new folders and the journal that goes on,
 * and every one is checked there as a visitor checks it.
 * @returns false where one of them is not what it was, or a file is missing
 */
export async function benchBackup(): Promise<boolean> {
  await addIssuer({ name: 'Bench', slug: 'bench', domain: 'bench.example' })
  const issuer = await verifyIssuerDomain('bench', 'Seen by the benchmark.')
  await timed(`load ${CERTIFICATES} certificates`, () => loadCertificates(issuer.id, CERTIFICATES))
  const serials = Array.from({ length: CERTIFICATES }, (_, at) =>
    createHash('md5')
      .update(`${issuer.id}serial${at + 1}`)
      .digest('hex')
      .slice(0, 16)
      .toUpperCase(),
  )
  await timed('sign all of them', () => inParts(serials, (part) => signLoaded(issuer.id, part)))
  await timed(`issue ${WITH_FILES} with all files`, async () => {
    for (let from = 0; from < WITH_FILES; from += 100)
      for (const { serial } of await issueCertificates(issuer.id, exampleRows(Math.min(100, WITH_FILES - from), from), 'bench'))
        serials.push(serial)
  })
  await closeRenderPool()
  const source = { ...env(), JOURNAL_DIR: journalFolder() }
  setEnv(source)
  const folder = join(source.DATA_DIR, '..', 'backup')
  const report = await timed('certs backup', () => backUp(folder))
  for (const name of readdirSync(folder))
    console.log(`  ${name.padEnd(12)} ${(statSync(join(folder, name)).size / 1e6).toFixed(1)} MB`)
  for (const serial of serials.slice(-WITHDRAWN))
    await withdrawCertificate(serial, { reason: 'r', publicReason: null, actor: 'bench' })
  const before = await timed(`check ${serials.length} certificates, ${WITHDRAWN} withdrawn since`, () => outcomes(serials))
  const url = await newDatabase()
  const checked = await timed('check the whole backup', () => checkBackup(folder, requireKeyEncryptionKey()))
  await closeDatabase()
  setEnv({ ...source, DATABASE_URL: url, DATA_DIR: join(source.DATA_DIR, '..', 'restored') })
  await timed('restore', () => restoreBackup(checked, url, requireKeyEncryptionKey(), () => undefined))
  await migrate(url)
  await timed('replay and compare with the journal', () => replayJournal({ restored: true }))
  const after = await timed(`check ${serials.length} restored certificates`, () => outcomes(serials))
  const files = await timed('read all files', readAllFiles)
  await closeDatabase()
  setEnv(source)
  const same = after.every((outcome, index) => outcome === before[index])
  const counts = [...new Set(after)].map((one) => `${after.filter((outcome) => outcome === one).length} ${one}`)
  console.log(`\n${same ? 'All are what they were' : 'THEY DIFFER'}: ${counts.join(', ')}; ${files} files`)
  const withdrawn = after.slice(-WITHDRAWN).every((outcome) => outcome === 'withdrawn')
  return same && withdrawn && after.includes('verified') && files === report.files.count
}

async function inParts(serials: readonly string[], work: (part: string[]) => Promise<void>): Promise<void> {
  for (let from = 0; from < serials.length; from += AT_ONCE) await work(serials.slice(from, from + AT_ONCE))
}

async function outcomes(serials: readonly string[]): Promise<string[]> {
  const found: string[] = []
  await inParts(serials, async (part) => {
    const checks = part.map((serial) => checkCertificate(serial))
    for (const checked of await Promise.all(checks)) found.push(checked?.judgement.overallStatus ?? 'unknown')
  })
  return found
}

/** Every file that a restored row names, hashed again. @returns how many there are */
async function readAllFiles(): Promise<number> {
  let count = 0
  for (let page = await findFilesAfter('', AT_ONCE); page.length > 0; ) {
    for (const { sha256 } of page) if (await fileIsThere(sha256)) count += 1
    page = await findFilesAfter(page.at(-1)?.sha256 ?? '', AT_ONCE)
  }
  return count
}

/** The loaded certificates have statements of files that nobody made. */
async function fileIsThere(sha256: string): Promise<boolean> {
  const bytes = await fileStore().get(sha256)
  if (bytes !== null && sha256Hex(bytes) !== sha256) throw new Error(`the file ${sha256} is another`)
  return bytes !== null
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
