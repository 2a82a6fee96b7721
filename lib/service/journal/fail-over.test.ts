/** A standby that lacked the last commits takes the primary's place, under processes that go on and under such as start. */
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseEnv, setEnv } from '@/lib/env'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { fillLog } from '@/lib/service/log/fill-log'
import { comparison } from '@/lib/service/log/keep-comparing'
import { resumeLog } from '@/lib/service/log/resume-log'
import { closeDatabase, servingPool, transaction, workingPool } from '@/lib/store/database/database'
import { prisma } from '@/lib/store/database/prisma'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { compareAgain, journalReady } from '@/lib/store/journal/journal-watch'
import { forgetLog, missingLeavesOf } from '@/lib/store/log/complete-log'
import { sequenceHere } from '@/lib/store/log/sequence/await-publication'
import { ownLogConnection } from '@/lib/store/log/sequence/own-log-connection'
import { Sequencer } from '@/lib/store/log/sequence/sequencer'
import { createTestDatabase, type TestDatabase } from '@/test/database/database'
import { atDatabase } from '@/test/database/database-url'
import { MovingAddress } from '@/test/database/moving-address'
import { issueOne, mintIssuer } from '@/test/database/service-database'
import { withoutGuards } from '@/test/database/without-guards'

/** A serial that nobody ever issued. */
const NEVER = '7K3M-9QXT-2VBD-8RWN'
const LOST = { code: 'unavailable', details: { code: 'record_lost' } }
let folder: string
let database: TestDatabase
let address: MovingAddress
let issuer: StoredIssuer
let kept: string
let late: string
let entry: string
/** Of the other only the opening of its list reached the standby. */
let other: StoredIssuer
let entryOfOther: string

const log = () => join(folder, 'log')

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fail-over-'))
  database = await createTestDatabase()
  address = await MovingAddress.open(database.url)
  setEnv(parseEnv({ ...process.env, BASE_URL: 'https://verify.test', DATABASE_URL: address.url, DATA_DIR: folder }))
  issuer = await mintIssuer()
  other = await mintIssuer()
  kept = await issueOne(issuer)
  await fillLog()
  await closeDatabase()
  await onServer(`CREATE DATABASE ${name()}_standby TEMPLATE ${name()} OWNER ${new URL(database.url).username}`)
  late = await issueOne(issuer)
  entry = await entryOf(late)
  entryOfOther = await entryOf(await issueOne(other))
  await bringListTo(`${name()}_standby`)
  expect((await checkCertificate(late))?.judgement.overallStatus).toBe('verified')
  // The service knows of none of this: it only sees its connections break.
  await onServer(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name()}'`)
  await onServer(`ALTER DATABASE ${name()} RENAME TO ${name()}_lost`)
  await onServer(`ALTER DATABASE ${name()}_standby RENAME TO ${name()}`)
})

afterAll(async () => {
  await closeDatabase()
  await address.close()
  forgetLog()
  await onServer(`DROP DATABASE IF EXISTS ${name()}_lost WITH (FORCE)`)
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

describe('a certificate whose record was lost', () => {
  it('is unknown to nobody while the files of the log are away, and neither is any other', async () => {
    await withoutLog(async () => {
      for (const serial of [late, NEVER])
        await expect(checkCertificate(serial)).rejects.toMatchObject({ code: 'unavailable' })
      expect((await checkCertificate(kept))?.judgement.overallStatus).toBe('verified')
    })
    await compareAgain()
  })

  it('is undetermined in the process that goes on, from its first answer', expectLost)

  it('is undetermined in a process that starts, from its first answer', async () => {
    await closeDatabase()
    forgetLog()
    await expectLost()
  })

  it('is undetermined where a process compared the primary of before, and asks the new one', async () => {
    await closeDatabase()
    forgetLog()
    address.leadTo(`${name()}_lost`)
    await journalReady()
    address.leadTo(name())
    await expectLost()
  })
})

it('a process that starts while the files of the log are away goes on by what is here', async () => {
  await closeDatabase()
  forgetLog()
  await withoutLog(async () => {
    expect((await checkCertificate(kept))?.judgement.overallStatus).toBe('verified')
    expect(await checkCertificate(NEVER)).toBeNull()
  })
  await compareAgain()
})

it('all leaves are compared again soon after: some that seemed lost may be there', async () => {
  const compare = comparison()
  expect([await compare(), await compare()]).toEqual([true, false])
  for (const where of [`${name()}_lost`, name()]) {
    address.leadTo(where)
    await compareAgain()
  }
  expect(await compare()).toBe(true)
})

it('what is issued next gets none of the entries that are in what was lost', async () => {
  // What was lost was issued in the second in which its list was opened.
  const [leaf] = missingLeavesOf(issuer.id)
  const opened = new Date((leaf?.at ?? 0) + 999)
  await withoutGuards(
    atDatabase(database.adminUrl, name()),
    'status_lists',
    'UPDATE status_lists SET created_at = $1',
    [opened],
  )
  await sequenceHere()
  await resumeLog(join(log(), 'checkpoint'))
  expect(await entryOf(await issueOne(other))).not.toBe(entryOfOther)
  const next = [await issueOne(issuer), await issueOne(issuer)]
  const entries = await Promise.all(next.map(entryOf))
  expect(entries).not.toContain(entry)
  // One further list, not one for each.
  expect(new Set(entries.map((one) => one.split('#')[0])).size).toBe(1)
})

describe('once a connection leads to another server', () => {
  const ask = async (pool: pg.Pool) => (await pool.query<{ at: string }>('SELECT current_database() AS at')).rows[0]?.at
  const askPrisma = async () =>
    (await prisma().$queryRaw<{ at: string }[]>`SELECT current_database()::text AS at`)[0]?.at
  const all = async () => [await ask(servingPool()), await ask(workingPool()), await askPrisma()]
  const elsewhere = () => `${name()}_lost`

  it('nothing is done any more at the primary of before: by no pool, no transaction and no publisher of the log', async () => {
    expect(await all()).toEqual([name(), name(), name()])
    const db = await ownLogConnection()
    const sequencer = await Sequencer.take(db)
    await sequencer?.rest()
    const changing = transaction(async () => {
      address.leadTo(elsewhere())
      // What is open goes on until one that is opened is asked.
      expect(await Promise.all([ask(servingPool()), askPrisma()])).toEqual([name(), name()])
      await compareAgain()
    })
    await expect(changing).rejects.toMatchObject({ code: 'unavailable' })
    expect(await all()).toEqual([elsewhere(), elsewhere(), elsewhere()])
    await expect(sequencer?.rest()).rejects.toThrow(/another server/)
    await db.end()
  })
})

async function withoutLog(work: () => Promise<void>): Promise<void> {
  await rename(log(), `${log()}-away`)
  await work().finally(() => rename(`${log()}-away`, log()))
}

async function expectLost(): Promise<void> {
  await expect(checkCertificate(late)).rejects.toMatchObject(LOST)
  expect(await checkCertificate(NEVER)).toBeNull()
  expect((await checkCertificate(kept))?.judgement.overallStatus).toBe('verified')
}

async function bringListTo(standby: string): Promise<void> {
  const { rows } = await workingPool().query('SELECT to_jsonb(l) AS list FROM status_lists l WHERE issuer_id = $1', [
    other.id,
  ])
  const put = `INSERT INTO status_lists SELECT * FROM jsonb_populate_record(NULL::status_lists, $1::jsonb || '{"used": 0}')`
  await withoutGuards(atDatabase(database.adminUrl, standby), 'status_lists', put, [rows[0].list])
}

async function entryOf(serial: string): Promise<string> {
  const { rows } = await workingPool().query<{ entry: string }>(
    "SELECT status_list_id || '#' || status_index AS entry FROM certificates WHERE serial = $1",
    [serial],
  )
  return rows[0]?.entry ?? ''
}

const name = () => new URL(database.url).pathname.slice(1)

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client(atDatabase(database.adminUrl, 'postgres'))
  await client.connect()
  await client.query(sql).finally(() => client.end())
}
