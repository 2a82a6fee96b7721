/** What somebody with the service's own connection adds to a status list, and what the service makes of it. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { statusChangeHash } from '@/lib/domain/certificate/status-change'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { examineLists } from '@/lib/service/doctor/examine-lists'
import { servingPool, transaction } from '@/lib/store/database/database'
import { lockStatusList } from '@/lib/store/evidence/status-changes'
import { MemoryRateCounter } from '@/lib/store/limits/memory-rate-counter'
import { setRateCounter } from '@/lib/store/limits/open-rate-counter'
import { askStatusList, badgeOf, bitsOf, countBits, hasBit, placeOf } from '@/test/badges/badge-requests'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { withoutGuards } from '@/test/database/without-guards'

const service = useServiceDatabase()
beforeEach(() => setRateCounter(new MemoryRateCounter()))
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))

const BY = { reason: 'test', actor: 'test' }
const withdraw = (serial: string) => withdrawCertificate(serial, { ...BY, publicReason: null })

/** A list of an issuer's own: which places are set, and two certificates of which nothing was said. */
async function makeList(set: number) {
  const issuer = await mintIssuer()
  const [innocent, other] = [await issueOne(issuer), await issueOne(issuer)]
  const places = await Promise.all([innocent, other].map(async (serial) => placeOf(await badgeOf(serial))))
  for (let count = 0; count < set; count += 1) await withdraw(await issueOne(issuer))
  return {
    issuer,
    list: places[0]?.list ?? '',
    index: places[0]?.index ?? 0,
    otherIndex: places[1]?.index ?? 0,
    innocent,
    other,
  }
}

type List = Awaited<ReturnType<typeof makeList>>

/** The next entry of the list, right in all but its signature: it says that the innocent certificate was withdrawn. */
async function plant({ list, index }: List, signature: string): Promise<void> {
  const last = await transaction((tx) => lockStatusList(tx, list))
  await servingPool().query(
    `INSERT INTO status_changes (list_id, sequence, status_index, at, previous_hash, service_key_id, signature)
     SELECT $1, $2, $3, clock_timestamp(), $4, (SELECT id FROM service_keys LIMIT 1), $5`,
    [list, (last?.sequence ?? 0) + 1, index, last && statusChangeHash(last), signature],
  )
}

async function signatureOf(where: string, list: string): Promise<string> {
  const { rows } = await servingPool().query<{ signature: string }>(
    `SELECT signature FROM status_changes WHERE ${where} ORDER BY sequence DESC LIMIT 1`,
    [list],
  )
  return rows[0]?.signature ?? 'A'.repeat(86)
}

/** What is done with another certificate of the list afterwards. */
const DEEDS: Record<string, (serial: string) => Promise<unknown>> = {
  withdrawn: withdraw,
  corrected: (serial) => correctCertificate(serial, { fullName: 'B' }, BY),
}

describe('an entry of a status list that somebody else adds', () => {
  it.each([
    ['the first one, without a signature', 0, () => Promise.resolve('')],
    ['the first one, with one of nobody', 0, () => Promise.resolve('A'.repeat(86))],
    ['without a signature', 2, () => Promise.resolve('')],
    ['with the signature of the one before', 2, ({ list }: List) => signatureOf('list_id = $1', list)],
    ['with one of another list', 1, ({ list }: List) => signatureOf('list_id <> $1', list)],
  ])('is not signed for by the next one: %s', async (_what, set, signature) => {
    for (const [deed, work] of Object.entries(DEEDS)) {
      const list = await makeList(set)
      await plant(list, await signature(list))
      await expect(work(list.other), deed).rejects.toMatchObject({ code: 'unavailable' })
      expect((await askStatusList(list.list)).status).toBe(503)
      const named = (await examineLists()).filter(({ message }) => message.includes(list.list))
      const message = expect.stringContaining('delete it from status_changes')
      expect(named).toEqual([{ id: 'certificates', result: 'bad', message }])
      // As the owner of the tables, what the doctor says: no guard is to be found out about.
      await service.asOwner(/BEGIN; .* COMMIT;/.exec(named[0]?.message ?? '')?.[0] ?? '')
      await work(list.other)
      expect(await examineLists()).toEqual([])
      const bits = await bitsOf(list.list)
      expect([countBits(bits), hasBit(bits, list.index), hasBit(bits, list.otherIndex)], deed).toEqual([
        set + 1,
        false,
        true,
      ])
    }
  })
})

describe('a status list that is not as the service made it', () => {
  /** What is issued next is in another list, which is served, and in which it can be withdrawn. */
  async function expectIssuing(issuer: List['issuer'], foreign: string): Promise<void> {
    const serial = await issueOne(issuer)
    const { list } = placeOf(await badgeOf(serial))
    expect(list).not.toBe(foreign)
    await withdraw(serial)
    expect(countBits(await bitsOf(list))).toBe(1)
    expect(placeOf(await badgeOf(await issueOne(issuer))).list).toBe(list)
  }

  it('keeps nobody from issuing where somebody else added to it', async () => {
    const made = await makeList(1)
    await plant(made, '')
    await expectIssuing(made.issuer, made.list)
    expect((await askStatusList(made.list)).status).toBe(503)
    const lose = 'DELETE FROM status_changes WHERE list_id = $1 AND sequence = 2'
    await withoutGuards(service.adminUrl, 'status_changes', lose, [made.list])
    expect(countBits(await bitsOf(made.list))).toBe(1)
  })

  it.each([
    [8, 0],
    [2_147_483_640, 7],
    [131_072, -3],
  ])('keeps nobody from issuing where somebody else opened it, of length %i, %i of them used', async (length, used) => {
    const issuer = await mintIssuer()
    const { rows } = await servingPool().query<{ id: string }>(
      `INSERT INTO status_lists (id, issuer_id, length, used, seed) VALUES (gen_random_uuid(), $1, $2, $3, 'x') RETURNING id`,
      [issuer.id, length, used],
    )
    const foreign = rows[0]?.id ?? ''
    await expectIssuing(issuer, foreign)
    await service.asOwner(`DELETE FROM status_lists WHERE id = '${foreign}'`)
  })
})

describe('entries of a status list that nobody can tell to be ours', () => {
  it('are in no statement that deletes, where one that somebody changed stands before them', async () => {
    const list = await makeList(2)
    await plant(list, '')
    const changed = 'UPDATE status_changes SET status_index = status_index # 1 WHERE list_id = $1 AND sequence = 1'
    await withoutGuards(service.adminUrl, 'status_changes', changed, [list.list])
    const [named] = (await examineLists()).filter(({ message }) => message.includes(list.list))
    expect([named?.result, named?.message.includes('DELETE FROM')]).toEqual(['bad', false])
    await withoutGuards(service.adminUrl, 'status_changes', 'DELETE FROM status_changes WHERE list_id = $1', [
      list.list,
    ])
  })

  it('are not advised to be deleted while the key is missing that signed them', async () => {
    const { list } = await makeList(1)
    const { rows } = await servingPool().query<{ id: string; mac: string }>('SELECT id, mac FROM service_keys')
    await withoutGuards(service.adminUrl, 'service_keys', `UPDATE service_keys SET mac = 'A' || mac`)
    const named = (await examineLists()).filter(({ message }) => message.includes(list))
    expect(named).toEqual([{ id: 'certificates', result: 'bad', message: expect.stringContaining('not served') }])
    expect(named[0]?.message).not.toContain('delete')
    for (const row of rows)
      await withoutGuards(service.adminUrl, 'service_keys', 'UPDATE service_keys SET mac = $2 WHERE id = $1', [
        row.id,
        row.mac,
      ])
    expect(await examineLists()).toEqual([])
  })
})
