import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { MemoryRateCounter } from '@/lib/store/limits/memory-rate-counter'
import { setRateCounter } from '@/lib/store/limits/open-rate-counter'
import { askStatusList, badgeOf, countBits, bitsOf, hasBit, placeOf } from '@/test/badges/badge-requests'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { TamperedDatabase } from './tampered-database'

const REASONS = { reason: 'test', actor: 'test', publicReason: null }
const TABLES = ['status_changes', 'status_lists', 'service_keys', 'certificates']

describe('status lists against somebody who may write everything but knows no key', () => {
  const service = useServiceDatabase()
  let database: TamperedDatabase
  /** The list under attack, the entries that are set in it, and one that is not. */
  let list = ''
  let gone: number[] = []
  let good = 0
  /** The list of another issuer, with the same number of entries. */
  let other = ''

  /** Withdraws two certificates of a new issuer and corrects one, and keeps one as it is. */
  async function makeList() {
    const issuer = await mintIssuer()
    const serials = []
    for (let count = 0; count < 4; count += 1) serials.push(await issueOne(issuer))
    const places = await Promise.all(serials.map(async (serial) => placeOf(await badgeOf(serial))))
    const [first = '', second = '', third = ''] = serials
    await withdrawCertificate(first, REASONS)
    await correctCertificate(second, { fullName: 'B' }, REASONS)
    await withdrawCertificate(third, REASONS)
    return { list: places[0]?.list ?? '', indexes: places.map(({ index }) => index) }
  }

  beforeAll(async () => {
    setRateCounter(new MemoryRateCounter())
    const [mine, theirs] = [await makeList(), await makeList()]
    list = mine.list
    gone = mine.indexes.slice(0, 3)
    good = mine.indexes[3] ?? 0
    other = theirs.list
    database = await TamperedDatabase.open(service.adminUrl, TABLES)
  })
  afterAll(() => database.close())
  beforeEach(() => setRateCounter(new MemoryRateCounter()))

  /** `refused` with 503, or what the served list says of the entries that were set. */
  async function answer(): Promise<'refused' | 'all set' | string> {
    const response = await askStatusList(list)
    if (response.status === 503) return 'refused'
    const bits = await bitsOf(list)
    const cleared = gone.filter((index) => !hasBit(bits, index))
    return cleared.length === 0 ? 'all set' : `cleared: ${cleared.join()}`
  }

  async function after(sql: string): Promise<string> {
    const statement = sql.replaceAll('LIST', `'${list}'`).replaceAll('OTHER', `'${other}'`)
    await database.sql(statement)
    const result = await answer()
    await database.restore()
    return result
  }

  it('starts from a list with three entries that are set, and one that is not', async () => {
    expect(await answer()).toBe('all set')
    const bits = await bitsOf(list)
    expect([countBits(bits), hasBit(bits, good)]).toEqual([3, false])
  })

  // Indexes are random: another bit of one is always another index, and one of the list.
  it.each([
    [
      'the first index is edited',
      'UPDATE status_changes SET status_index = status_index # 1 WHERE list_id = LIST AND sequence = 1',
    ],
    [
      'the newest index is edited',
      'UPDATE status_changes SET status_index = status_index # 1 WHERE list_id = LIST AND sequence = 3',
    ],
    [
      'an index leaves the list',
      'UPDATE status_changes SET status_index = 131072 WHERE list_id = LIST AND sequence = 2',
    ],
    [
      'two indexes are exchanged',
      `UPDATE status_changes s SET status_index = o.status_index FROM status_changes o
       WHERE s.list_id = LIST AND o.list_id = LIST AND s.sequence < 3 AND o.sequence = 3 - s.sequence`,
    ],
    ['a time is moved', "UPDATE status_changes SET at = at - interval '1 ms' WHERE list_id = LIST AND sequence = 2"],
    ['the first entry is deleted', 'DELETE FROM status_changes WHERE list_id = LIST AND sequence = 1'],
    ['the middle entry is deleted', 'DELETE FROM status_changes WHERE list_id = LIST AND sequence = 2'],
    [
      'the middle entry is deleted and the next takes its number',
      `DELETE FROM status_changes WHERE list_id = LIST AND sequence = 2;
       UPDATE status_changes SET sequence = 2 WHERE list_id = LIST AND sequence = 3`,
    ],
    [
      'the middle entry is deleted and the next takes its number and the hash before',
      `UPDATE status_changes s SET previous_hash = o.previous_hash FROM status_changes o
         WHERE s.list_id = LIST AND o.list_id = LIST AND s.sequence = 3 AND o.sequence = 2;
       DELETE FROM status_changes WHERE list_id = LIST AND sequence = 2;
       UPDATE status_changes SET sequence = 2 WHERE list_id = LIST AND sequence = 3`,
    ],
    ['an entry is doubled', 'INSERT INTO status_changes SELECT * FROM status_changes WHERE list_id = LIST'],
    [
      'the newest carries the signature of the one before',
      `UPDATE status_changes s SET signature = o.signature FROM status_changes o
       WHERE s.list_id = LIST AND o.list_id = LIST AND s.sequence = 3 AND o.sequence = 2`,
    ],
    [
      'the newest carries the signature of another list’s newest',
      `UPDATE status_changes s SET signature = o.signature FROM status_changes o
       WHERE s.list_id = LIST AND o.list_id = OTHER AND s.sequence = 3 AND o.sequence = 3`,
    ],
    ['the newest names no key', "UPDATE status_changes SET service_key_id = 'x' WHERE list_id = LIST AND sequence = 3"],
    [
      'another list’s whole history stands in its place',
      `DELETE FROM status_changes WHERE list_id = LIST; UPDATE status_changes SET list_id = LIST WHERE list_id = OTHER`,
    ],
    [
      'another list’s newest stands in the place of its own',
      `DELETE FROM status_changes WHERE list_id = LIST AND sequence = 3;
       UPDATE status_changes SET list_id = LIST WHERE list_id = OTHER AND sequence = 3`,
    ],
    ['the service’s key is gone', 'DELETE FROM service_keys'],
    ['the service’s key is another', `UPDATE service_keys SET public_jwk = replace(public_jwk, '"x":"', '"x":"A')`],
    ['the list is cut short', 'UPDATE status_lists SET length = 8'],
    ['the list is cut behind its last entry', 'UPDATE status_lists SET length = 131064 WHERE id = LIST'],
    ['the list is the largest there can be', 'UPDATE status_lists SET length = 2147483640 WHERE id = LIST'],
    [
      'the list is another issuer’s',
      'UPDATE status_lists l SET issuer_id = o.issuer_id FROM status_lists o WHERE l.id = LIST AND o.id = OTHER',
    ],
    ['its history ends in the future', "UPDATE status_changes SET at = at + interval '1 day' WHERE list_id = LIST"],
  ])('is 503 when %s', async (_what, sql) => {
    expect(await after(sql)).toBe('refused')
  })

  // A shorter history is a whole one, and what a later entry's signature speaks for does not hang on earlier rows' own.
  it.each([
    ['the newest entry is deleted', 'DELETE FROM status_changes WHERE list_id = LIST AND sequence = 3'],
    ['the two newest entries are deleted', 'DELETE FROM status_changes WHERE list_id = LIST AND sequence > 1'],
    ['all entries are deleted', 'DELETE FROM status_changes'],
    ['earlier signatures are gone', "UPDATE status_changes SET signature = '' WHERE list_id = LIST AND sequence < 3"],
    ['the columns are reset', "UPDATE certificates SET status = 'issued' WHERE status_list_id = LIST"],
    ['the certificates are gone', 'DELETE FROM certificates WHERE status_list_id = LIST'],
    [
      'the certificates name another list',
      'UPDATE certificates SET status_list_id = OTHER WHERE status_list_id = LIST',
    ],
    ['their indexes are moved', 'UPDATE certificates SET status_index = status_index # 1 WHERE status_list_id = LIST'],
  ])('keeps every entry set when %s', async (_what, sql) => {
    expect(await after(sql)).toBe('all set')
  })

  // Nothing in the database tells that the end of a history is gone when the columns say so too: the journal does.
  it('is 503 when the newest entry is deleted and its column reset', async () => {
    expect(
      await after(
        `DELETE FROM status_changes WHERE list_id = LIST AND sequence = 3;
         UPDATE certificates SET status = 'issued' WHERE status_list_id = LIST AND status = 'withdrawn'`,
      ),
    ).toBe('refused')
  })
})
