import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseEnv, setEnv } from '@/lib/env'
import { checkBackup, restoreBackup } from '@/lib/service/backup/restore-backup'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { closeDatabase, workingPool } from '@/lib/store/database/database'
import { readStatusList } from '@/lib/store/evidence/status-changes'
import { mayBeRestoredNow } from '@/lib/store/journal/journal-watch'
import { certs } from '@/test/certs-json'
import { createTestDatabase, type TestDatabase } from '@/test/database/database'
import { issueOne, mintIssuer } from '@/test/database/service-database'

const KEY = Buffer.from(process.env.KEY_ENCRYPTION_KEY ?? '', 'base64')
const databases: TestDatabase[] = []
let [serial, listId] = ['', '']
const folder = await mkdtemp(join(tmpdir(), 'restore-while-served-'))

afterAll(async () => {
  await closeDatabase()
  for (const one of databases) await one.drop()
  await rm(folder, { recursive: true, force: true })
})

function use(url: string, data: string): void {
  const places = { DATABASE_URL: url, DATA_DIR: join(folder, data), JOURNAL_DIR: join(folder, `${data}-journal`) }
  setEnv(parseEnv({ ...process.env, BASE_URL: 'https://verify.test', ...places }))
}

beforeAll(async () => {
  const before = await createTestDatabase()
  databases.push(before)
  use(before.serviceUrl, 'service')
  serial = await issueOne(await mintIssuer())
  const { rows } = await workingPool().query<{ id: string }>('SELECT id FROM status_lists')
  listId = rows[0]?.id ?? ''
  expect((await certs('backup', join(folder, 'backup'))).code).toBe(0)
  use(before.serviceUrl, 'service')
  await withdrawCertificate(serial, { reason: 'r', publicReason: null, actor: 'test' })
  await closeDatabase()
})

it.each([
  ['calls no certificate verified', () => checkCertificate(serial).catch(code)],
  ['serves no status list', () => readStatusList(listId).catch(code)],
  ['sends no mail', async () => ((await mayBeRestoredNow()) ? 'unavailable' : null)],
])('a process that serves while a backup is put into its database, not compared yet, %s', async (_, ask) => {
  const database = await createTestDatabase()
  databases.push(database)
  use(database.serviceUrl, `restored-${databases.length}`)
  expect(await ask()).toBeNull()
  await restoreBackup(await checkBackup(join(folder, 'backup'), KEY), database.adminUrl, KEY, () => undefined)
  expect(await ask()).toBe('unavailable')
  await closeDatabase()
})

const code = (error: { code?: string }) => error.code
