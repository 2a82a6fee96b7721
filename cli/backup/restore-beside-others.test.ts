import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseEnv, setEnv } from '@/lib/env'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { NewBackup, StoredBackup } from '@/lib/store/backup/backup-folder'
import { MEMBERS } from '@/lib/store/backup/backup-manifest'
import { once } from '@/lib/store/backup/copy-journal'
import { type BackupEntry, writeBackupEntries } from '@/lib/store/backup/entry-stream'
import { readDatabase } from '@/lib/store/backup/read-database'
import { closeDatabase } from '@/lib/store/database/database'
import { certs } from '@/test/certs-json'
import { createTestDatabase, type TestDatabase } from '@/test/database/database'
import { issueOne, mintIssuer } from '@/test/database/service-database'

const KEY = Buffer.from(process.env.KEY_ENCRYPTION_KEY ?? '', 'base64')
const databases: TestDatabase[] = []
const folder = await mkdtemp(join(tmpdir(), 'restore-beside-others-'))
let serial: string

/** As an extension makes one, or another program that shares the database. */
const OTHERS = 'CREATE TABLE places (id serial PRIMARY KEY); INSERT INTO places DEFAULT VALUES'

beforeAll(async () => {
  const before = await newDatabase(true)
  await asAdmin(before, OTHERS)
  use(before.serviceUrl, 'service')
  serial = await issueOne(await mintIssuer())
  expect(await certs('backup', join(folder, 'backup'))).toMatchObject({ code: 0 })
})

afterAll(async () => {
  await closeDatabase()
  for (const one of databases) await one.drop()
  await rm(folder, { recursive: true, force: true })
})

it('a database that others have tables in is backed up, and restored into one that has them already, too', async () => {
  const beside = await newDatabase(false)
  await asAdmin(beside, OTHERS)
  await expectRestored('backup', beside)
  expect((await asAdmin(beside, 'SELECT FROM places')).rowCount).toBe(1)
})

it('a backup that holds tables of others, as earlier versions made it, is restored without them', async () => {
  const stored = await StoredBackup.open(join(folder, 'backup'), KEY)
  const copy = await NewBackup.make(join(folder, 'earlier'), stored.manifest.id, KEY)
  const entries: BackupEntry[] = [{ name: 'places', body: once(Buffer.from('1\n')) }]
  await readDatabase(stored, async ({ name }, rows) => {
    const parts: Uint8Array[] = []
    for await (const part of rows) parts.push(part)
    entries.push({ name, body: once(Buffer.concat(parts)) })
  })
  await copy.write('database', Readable.from(writeBackupEntries(Readable.from(entries))).pipe(createGzip()))
  for (const member of MEMBERS.slice(1, -1)) await stored.read(member, (source) => copy.write(member, source))
  const { tables, sequences, ...manifest } = stored.manifest
  await copy.complete({
    ...manifest,
    tables: [{ name: 'places', columns: ['id'], rows: 1 }, ...tables],
    sequences: [...sequences, { name: 'places_id_seq', value: '1' }],
  })
  await expectRestored('earlier', await newDatabase(false))
})

async function expectRestored(backup: string, { url }: TestDatabase): Promise<void> {
  const data = `restored-${databases.length}`
  use(url, data)
  const { code, out } = await certs('restore', join(folder, backup))
  const bad = (out.findings as { result: string }[]).filter(({ result }) => result === 'bad')
  expect([code, out.error, bad]).toEqual([0, undefined, []])
  use(url, data)
  expect((await checkCertificate(serial))?.judgement.overallStatus).toBe('verified')
  await closeDatabase()
}

async function newDatabase(migrated: boolean): Promise<TestDatabase> {
  const made = await createTestDatabase({ migrated })
  databases.push(made)
  return made
}

function use(url: string, data: string): void {
  const places = { DATABASE_URL: url, DATA_DIR: join(folder, data), JOURNAL_DIR: join(folder, 'journal') }
  setEnv(parseEnv({ ...process.env, BASE_URL: 'https://verify.test', ...places }))
}

async function asAdmin({ adminUrl }: TestDatabase, sql: string): Promise<pg.QueryResult> {
  const db = new pg.Client(adminUrl)
  await db.connect()
  return db.query(sql).finally(() => db.end())
}
