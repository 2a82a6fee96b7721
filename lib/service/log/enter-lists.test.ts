import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { type PublicLeaf, parsePublicLeaf } from '@/lib/domain/log/public-leaf'
import { servedBits } from '@/lib/domain/log/watch/lost-bits'
import { getStatusList } from '@/lib/service/badges/get-status-list'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { giveBatchReceipt } from '@/lib/service/receipts/give-batch-receipt'
import { giveReceipt } from '@/lib/service/receipts/give-receipt'
import { workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { sequenceHere } from '@/lib/store/log/sequence/await-publication'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { enterLists } from './enter-lists'
import { fillLog } from './fill-log'

const folder = mkdtempSync(join(tmpdir(), 'log-lists-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const database = useServiceDatabase({ LOG_DIR: join(folder, 'log'), JOURNAL_DIR: join(folder, 'journal') })

let issuer: StoredIssuer
beforeAll(async () => {
  issuer = await mintIssuer()
  await fillLog()
})

type ListFields = Extract<PublicLeaf, { kind: 'log-list/v1' }>['fields']

/** What the published leaves say of lists, in their order. */
async function entered(): Promise<ListFields[]> {
  await sequenceHere()
  const { rows } = await workingPool().query<{ leaf: Buffer }>(
    "SELECT leaf FROM log_leaves WHERE kind = 'list' ORDER BY log_index",
  )
  return rows.map(({ leaf }) => (parsePublicLeaf(leaf) as { fields: ListFields }).fields)
}

const withdraw = async () =>
  withdrawCertificate(await issueOne(issuer), { reason: 'Example', actor: 'test', publicReason: null })

/** The leaves of the lists say that they are older by so many hours. */
async function later(hours: number): Promise<void> {
  const superuser = new pg.Client(database.adminUrl)
  await superuser.connect()
  await superuser.query('SET session_replication_role = replica; ALTER TABLE log_leaves DISABLE TRIGGER ALL')
  await superuser.query(`UPDATE log_leaves SET leaf = convert_to(regexp_replace(convert_from(leaf, 'UTF8'), '"at":[0-9]+',
    '"at":' || ((convert_from(leaf, 'UTF8')::json->>'at')::bigint - ${hours} * 3600000)), 'UTF8') WHERE kind = 'list'`)
  await superuser.query('ALTER TABLE log_leaves ENABLE ALWAYS TRIGGER log_leaves_append_only')
  await superuser.end()
}

describe('a status list', () => {
  it('is entered as it is served once it changed, and once a day at most', async () => {
    expect(await enterLists()).toBe(0)
    await withdraw()
    expect(await enterLists()).toBe(1)
    const [first] = await entered()
    const served = servedBits(Buffer.from(JSON.stringify(await getStatusList(first?.list_id ?? ''))))
    expect(first?.bits_sha256).toBe(sha256Hex(served ?? Buffer.alloc(0)))

    await withdraw()
    expect(await enterLists()).toBe(0)
    await later(25)
    expect([await enterLists(), await enterLists()]).toEqual([1, 0])
    const both = await entered()
    expect(both.map(({ list_id: id }) => id)).toEqual([first?.list_id, first?.list_id])
    expect(both[1]?.bits_sha256).not.toBe(first?.bits_sha256)

    await later(25)
    expect(await enterLists()).toBe(0)
  })
})

describe('a receipt of several', () => {
  it('names the log beside each certificate, as a receipt of one does', async () => {
    const serial = await issueOne(issuer)
    const { receipt } = await giveBatchReceipt([serial, 'AAAA-AAAA-AAAA-AAAA'], null, (signed) =>
      Promise.resolve(signed),
    )
    const one = await giveReceipt(serial, null)
    const [listed, unknown] = receipt?.claims.results ?? []
    expect(listed?.log).toEqual(one?.claims.log)
    expect(listed?.log).toMatchObject({
      origin: 'verify.test/log',
      leaf_hashes: [expect.stringMatching(/^[0-9a-f]{64}$/)],
    })
    expect(unknown?.log).toBeNull()
  })
})
