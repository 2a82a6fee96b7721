import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { statusValue, unpackStatusBits } from '@/lib/domain/badge/status/status-bits'
import { parseEnv, setEnv } from '@/lib/env'
import { getStatusList } from '@/lib/service/badges/get-status-list'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { closeDatabase, workingPool } from '@/lib/store/database/database'
import { certs } from '@/test/certs-json'
import { createTestDatabase, type TestDatabase } from '@/test/database/database'
import { issueOne, mintIssuer } from '@/test/database/service-database'

const WHY = { reason: 'r', actor: 'test' }
let folder: string
let databases: TestDatabase[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restore-later-list-'))
  databases = [await createTestDatabase(), await createTestDatabase({ migrated: false })]
})

afterAll(async () => {
  await closeDatabase()
  for (const one of databases) await one.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Points the service at a database; the journal outlives it. */
function use(url: string, data: string): void {
  const places = { DATABASE_URL: url, DATA_DIR: join(folder, data), JOURNAL_DIR: join(folder, 'journal') }
  setEnv(parseEnv({ ...process.env, BASE_URL: 'https://verify.test', ...places }))
}

/** The entry of a certificate, as its row has it. */
async function entryOf(serial: string): Promise<{ list: string; index: number }> {
  const sql = 'SELECT status_list_id AS list, status_index AS index FROM certificates WHERE serial = $1'
  const { rows } = await workingPool().query<{ list: string; index: number }>(sql, [serial])
  return rows[0] ?? { list: '', index: -1 }
}

/** As if so many certificates had been issued that no entry of the open list is left. */
async function fillOpenList(issuerId: string): Promise<void> {
  await workingPool().query('UPDATE status_lists SET used = length WHERE issuer_id = $1', [issuerId])
}

const outcomeOf = async (serial: string) => (await checkCertificate(serial))?.judgement.overallStatus

it('what has its entry in a status list that was opened after the backup comes back, with the bits of that list', async () => {
  const [before, after] = databases as [TestDatabase, TestDatabase]
  use(before.serviceUrl, 'service')
  const issuer = await mintIssuer()
  const [first, second] = [await issueOne(issuer), await issueOne(issuer)]
  expect((await certs('backup', join(folder, 'backup'))).code).toBe(0)

  use(before.serviceUrl, 'service')
  await fillOpenList(issuer.id)
  const corrected = (await correctCertificate(first, { fullName: 'B' }, WHY)).certificate.serial
  const withdrawn = (await correctCertificate(second, { fullName: 'C' }, WHY)).certificate.serial
  const lost = await issueOne(issuer)
  for (const serial of [lost, withdrawn]) await withdrawCertificate(serial, { ...WHY, publicReason: null })
  const entries = [await entryOf(corrected), await entryOf(withdrawn), await entryOf(lost)]
  const [{ list } = { list: '' }] = entries
  expect(new Set([...entries.map((entry) => entry.list), (await entryOf(first)).list]).size).toBe(2)
  await closeDatabase()

  use(after.url, 'restored')
  expect(await certs('restore', join(folder, 'backup'))).toMatchObject({ out: { replay: { refused: [] } } })
  use(after.url, 'restored')
  expect([await outcomeOf(first), await outcomeOf(corrected)]).toEqual(['superseded', 'verified'])
  expect([await outcomeOf(second), await outcomeOf(withdrawn)]).toEqual(['superseded', 'withdrawn'])
  const { credentialSubject } = (await getStatusList(list)) as { credentialSubject?: { encodedList?: unknown } }
  const bits = unpackStatusBits(credentialSubject?.encodedList) ?? Buffer.alloc(0)
  expect(entries.map(({ index }) => statusValue(bits, index, 1))).toEqual([0, 1, 1])

  // Which of its entries were given out, nobody knows any more: none of them is given again.
  const next = await issueOne(issuer)
  await fillOpenList(issuer.id)
  const later = await issueOne(issuer)
  expect([await outcomeOf(next), await outcomeOf(later)]).toEqual(['verified', 'verified'])
  expect([(await entryOf(next)).list, (await entryOf(later)).list]).not.toContain(list)
  expect((await certs('journal', 'replay')).out).toMatchObject({ applied: 0, refused: [] })
})
