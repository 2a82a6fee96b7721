/** Who writes to the database wants the journal to speak for it. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { decryptText } from '@/lib/crypto/encryption/encrypted-text'
import { enclosureBinding, journalLine, type JournalRecord } from '@/lib/domain/history/journal-record'
import { env, setEnv } from '@/lib/env'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { closeDatabase } from '@/lib/store/database/database'
import { compareAgain } from '@/lib/store/journal/journal-watch'
import { journalFiles } from '@/lib/store/journal/open-journal'
import { readSegment } from '@/lib/store/journal/read-journal'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { addRow } from '@/test/database/sealed-rows'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { examineJournal } from './examine-journal'
import { fillWholeJournal } from './fill-whole-journal'
import { replayJournal } from './replay-journal'

const service = useServiceDatabase({}, 'owner')
let folder: string

beforeEach(async () => {
  await closeDatabase()
  folder = await mkdtemp(join(tmpdir(), 'foreign-'))
  setEnv({ ...env(), JOURNAL_DIR: folder })
})

afterEach(async () => {
  await closeDatabase()
  await rm(folder, { recursive: true, force: true })
})

async function asAdmin<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]> {
  const client = new pg.Client(service.adminUrl)
  await client.connect()
  return client
    .query<Row>(sql, values)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

async function records(): Promise<JournalRecord[]> {
  const found: JournalRecord[] = []
  for (const { name } of (await journalFiles().segments()) ?? [])
    for await (const placed of readSegment(journalFiles(), name, 0)) found.push(...placed.map(({ record }) => record))
  return found
}

const putIntoOutbox = (lines: string, enclosures = {}) =>
  asAdmin('INSERT INTO journal_outbox (id, position, lines, enclosures) VALUES ($1, 5, $2, $3)', [
    randomUUID(),
    lines,
    JSON.stringify(enclosures),
  ])

const outcome = async (serial: string) => (await checkCertificate(serial))?.judgement.overallStatus

it('by the outbox: neither what damages it, nor the end of the key in use, nor another history', async () => {
  const serial = await issueOne(await mintIssuer())
  const [key] = await asAdmin<{ id: string }>("SELECT id FROM service_keys WHERE state = 'active'")
  const [row] = await asAdmin<{ event: string }>('SELECT lineage_id AS event FROM certificates WHERE serial = $1', [
    serial,
  ])
  await compareAgain()
  const before = await records()
  const signed = { at: 1, actor: 'x', previousHash: null, forms: null, detail: null, serviceKeyId: 'x', signature: 'x' }
  const event = { chainId: row?.event ?? '', chain: 'lineage', sequence: 9, type: 'withdrawn', certificateId: null }
  await putIntoOutbox('no line at all\n')
  await putIntoOutbox(
    journalLine({ kind: 'key', position: 5, table: 'service_keys', id: key?.id ?? '', state: 'retired' }),
  )
  await putIntoOutbox(journalLine({ kind: 'event', position: 5, event: { ...event, ...signed } } as JournalRecord))
  await compareAgain()
  await closeDatabase()
  expect(await outcome(serial)).toBe('verified')
  expect(await records()).toEqual(before)
  expect((await examineJournal({ whole: true }))[0]).toMatchObject({
    result: 'bad',
    message: expect.stringContaining('holds 3 entries for the journal that the service did not make') as string,
  })
  await withdrawCertificate(serial, { reason: 'r', publicReason: null, actor: 'test' })
  await fillWholeJournal()
  expect(await examineJournal({ whole: true })).toMatchObject([{ result: 'good' }])
})

it('by an event that nobody signed, and the word that the journal was never filled', async () => {
  const serial = await issueOne(await mintIssuer())
  await asAdmin(
    `INSERT INTO events SELECT (jsonb_populate_record(e, '{"sequence": 2, "type": "withdrawn", "signature": "x"}')).*
     FROM events e JOIN certificates c ON c.lineage_id = e.chain_id WHERE c.serial = $1`,
    [serial],
  )
  await fillWholeJournal()
  await asAdmin(`ALTER TABLE events DISABLE TRIGGER ALL; DELETE FROM events WHERE signature = 'x'`)
  await closeDatabase()
  expect(await outcome(serial)).toBe('verified')
})

it('by a line in its folder: a replay signs no bit of a status list that the service never signed', async () => {
  const serial = await issueOne(await mintIssuer())
  const [place] = await asAdmin<{ listId: string; statusIndex: number }>(
    'SELECT status_list_id AS "listId", status_index AS "statusIndex" FROM certificates WHERE serial = $1',
    [serial],
  )
  if (!place) throw new Error('no certificate')
  const [key] = await asAdmin<{ id: string }>("SELECT id FROM service_keys WHERE state = 'active'")
  const change = { ...place, sequence: 7, at: 1, previousHash: 'x', serviceKeyId: key?.id ?? '', signature: 'x' }
  await journalFiles().append(journalLine({ kind: 'status', position: 5, change }))
  await closeDatabase()
  expect((await replayJournal()).refused).toMatchObject([{ what: 'status' }])
  expect(await asAdmin('SELECT * FROM status_changes WHERE list_id = $1', [place.listId])).toEqual([])
})

it('by rows that lost the private halves of keys, and the word that the journal was never filled', async () => {
  const serial = await issueOne(await mintIssuer())
  await withdrawCertificate(serial, { reason: 'the true reason', publicReason: null, actor: 'test' })
  await compareAgain()
  const kept = async () => {
    const found: Record<string, unknown> = {}
    for await (const name of journalFiles().enclosures()) {
      const text = decryptText(
        (await journalFiles().getEnclosure(name)) ?? '',
        keyEncryptionKey(),
        enclosureBinding(name),
      )
      found[name] = JSON.parse(text ?? 'null')
    }
    return found
  }
  const before = await kept()
  expect(JSON.stringify(before)).toContain('the true reason')
  await asAdmin(`UPDATE issuer_signing_keys SET private_sealed = NULL; UPDATE service_keys SET private_sealed = NULL;
    UPDATE certificates SET withdrawal_note = 'x' WHERE serial = '${serial}'; UPDATE journal_position SET filled = false`)
  await fillWholeJournal()
  expect(await kept()).toMatchObject(before)
  // A key of which there is no copy gets none that opens nothing.
  for (const name of Object.keys(before)) await journalFiles().removeEnclosure(name)
  await fillWholeJournal()
  const names = Object.keys(await kept())
  expect(names.filter((name) => name.startsWith('key-'))).toEqual([])
  expect(names.filter((name) => name.startsWith('event-')).length).toBeGreaterThan(0)
})

it('by the word that somebody was forgotten who is there', async () => {
  const [id, gone] = [randomUUID(), randomUUID()]
  await addRow('desk_users', { id, name: 'Ana', email: 'ana@desk.test' })
  await asAdmin("INSERT INTO forgotten_rows VALUES ('desk_users', $1), ('desk_users', $2)", [id, gone])
  await compareAgain()
  const forgotten = (await records()).filter(({ kind }) => kind === 'forgotten')
  expect(forgotten).toMatchObject([{ table: 'desk_users', id: gone }])
  expect(await asAdmin('SELECT * FROM forgotten_rows')).toEqual([])
})
