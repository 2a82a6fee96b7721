/** What is held in memory of the journal: across processes, over restarts, and when somebody touches the folder. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { copyFile, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { env, setEnv } from '@/lib/env'
import { log } from '@/lib/log'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { closeDatabase, workingPool } from '@/lib/store/database/database'
import { journalSession } from '@/lib/store/database/note-server'
import { compareAgain, journalReady, readBesideJournal } from '@/lib/store/journal/journal-watch'
import { LockQueue } from '@/test/database/lock-queue'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { examineJournal } from './examine-journal'
import { keepJournal } from './keep-journal'

const CERTS = join(import.meta.dirname, '..', '..', '..', 'cli', 'certs.mjs')
const order = { reason: 'r', publicReason: null, actor: 'test' }
const service = useServiceDatabase({}, 'owner')
let folder: string
let serial: string

beforeEach(async () => {
  await closeDatabase()
  folder = await mkdtemp(join(tmpdir(), 'knowledge-'))
  setEnv({ ...env(), JOURNAL_DIR: folder })
  serial = await issueOne(await mintIssuer())
})

afterEach(async () => {
  vi.useRealTimers()
  await closeDatabase()
  await rm(folder, { recursive: true, force: true })
})

/** Takes a withdrawal out of the database, as the tables' owner can, and says that the whole journal is in it. */
async function takeBack(): Promise<void> {
  const client = new pg.Client(service.adminUrl)
  await client.connect()
  try {
    await client.query(`BEGIN;
      ALTER TABLE events DISABLE TRIGGER ALL; ALTER TABLE status_changes DISABLE TRIGGER ALL;
      ALTER TABLE certificates DISABLE TRIGGER ALL;
      DELETE FROM events WHERE type = 'withdrawn'; DELETE FROM status_changes;
      UPDATE certificates SET status = 'issued', withdrawn_at = NULL, withdrawal_note = NULL;
      UPDATE journal_marks SET bytes = 1000000; DELETE FROM journal_outbox; COMMIT`)
  } finally {
    await client.end()
  }
}

const outcome = () =>
  checkCertificate(serial).then(
    (checked) => checked?.judgement.overallStatus,
    (error: { code?: string }) => error.code,
  )

describe('what another process withdrew', () => {
  it('is withdrawn at once, and stays undetermined where it is taken back, within 15 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const stop = await keepJournal()
    expect(await outcome()).toBe('verified')
    await inAnotherProcess('withdraw', serial, '--reason', 'r')
    expect(await outcome()).toBe('withdrawn')
    await takeBack()
    vi.advanceTimersByTime(15_000)
    // Waits for what the timer began.
    await stop()
    expect(await outcome()).toBe('unavailable')
  })

  async function inAnotherProcess(...words: string[]): Promise<void> {
    const { DATABASE_URL, KEY_ENCRYPTION_KEY, DATA_DIR, JOURNAL_DIR, BASE_URL } = env()
    const given = { DATABASE_URL, KEY_ENCRYPTION_KEY, DATA_DIR, JOURNAL_DIR, BASE_URL, LOG_LEVEL: 'silent' }
    await promisify(execFile)(process.execPath, [CERTS, ...words], { env: { ...process.env, ...given } })
  }
})

/** As from a database that was never restored. */
const asRead = <T>(what: T) => ({ what, restores: 0 })

describe('what was read just before somebody withdrew', () => {
  const unsigned = { listId: 'list', statusIndex: 3, sequence: 1, at: 0, previousHash: '' }
  const change = { ...unsigned, serviceKeyId: '', signature: '' }
  const record = { kind: 'status' as const, position: 1, change }

  it('is read once more before it is called behind', async () => {
    const readings = ['older', 'newer']
    const read = () => {
      if (readings.length === 2) journalSession().knowledge?.learn(record)
      return Promise.resolve(asRead(readings.shift()))
    }
    const { found, behind } = await readBesideJournal(
      read,
      ({ what }) => new Set(what === 'older' ? [record.change.listId] : []),
    )
    expect([found.what, [...behind], readings]).toEqual(['newer', [], []])
  })

  it('is not read again where nothing was learnt meanwhile, and is named once', async () => {
    const logged = vi.spyOn(log, 'error')
    try {
      let readings = 0
      const ask = () =>
        readBesideJournal(
          () => Promise.resolve(asRead((readings += 1))),
          () => new Set(['named']),
        )
      expect([(await ask()).found.what, (await ask()).found.what]).toEqual([1, 2])
      expect(logged.mock.calls.filter(([about]) => JSON.stringify(about).includes('named'))).toHaveLength(1)
    } finally {
      logged.mockRestore()
    }
  })

  it('is behind when it still is then', async () => {
    const reading = await readBesideJournal(
      () => Promise.resolve(asRead('older')),
      () => new Set(['chain']),
    )
    expect(reading).toMatchObject({ found: { what: 'older' }, behind: new Set(['chain']) })
  })
})

describe('a reading over the first connection to another server', () => {
  const server = () => Promise.resolve({ identity: randomUUID(), logPosition: 1 })
  const reading = (servers: number) => {
    let readings = 0
    const read = async () => {
      readings += 1
      if (readings <= servers) await journalSession().connected(server)
      return asRead(readings)
    }
    return readBesideJournal(read, () => new Set())
  }

  it('is made again once that one was compared', async () => {
    await compareAgain()
    await journalSession().connected(server)
    expect((await reading(1)).found.what).toBe(2)
    expect(journalSession().compared).toBe(true)
  })

  it('determines nothing where each leads to yet another', async () => {
    await expect(reading(1000)).rejects.toMatchObject({ code: 'unavailable' })
  })
})

it('a comparison that the database does not answer comes to an end, and the next one begins', async () => {
  await compareAgain()
  const frozen = await LockQueue.hold(service.adminUrl, 'LOCK TABLE journal_marks', [])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const failed = expect(compareAgain()).rejects.toThrow('timeout')
    await frozen.waiting(1)
    vi.advanceTimersByTime(60_000)
    await failed
    expect(journalSession().comparing).toBeNull()
  } finally {
    vi.useRealTimers()
    await frozen.release()
  }
  await compareAgain()
})

it('a comparison with the server of before says nothing of another one', async () => {
  await closeDatabase()
  const frozen = await LockQueue.hold(service.adminUrl, 'LOCK TABLE journal_marks', [])
  const session = journalSession()
  await session.connected(async () => ({ identity: 'before', logPosition: 1 }))
  const ready = journalReady()
  await frozen.waiting(1)
  const first = session.comparing
  await session.connected(async () => ({ identity: 'after', logPosition: 1 }))
  const compared = first?.then(() => session.compared)
  await frozen.release()
  expect(await compared).toBe(false)
  await ready
  expect(session.compared).toBe(true)
})

it('a key of the service that was compromised vouches for nothing, whatever its row says', async () => {
  expect(await outcome()).toBe('verified')
  const { rows } = await workingPool().query<{ id: string }>('SELECT id FROM service_keys')
  for (const { id } of rows)
    journalSession().knowledge?.learn({ kind: 'key', position: 1, table: 'service_keys', id, state: 'compromised' })
  expect(await outcome()).toBe('unavailable')
})

describe('whoever can write to the folder, too', () => {
  const snapshot = () => join(folder, 'knowledge.snapshot')

  beforeEach(async () => {
    await withdrawCertificate(serial, order)
    await compareAgain()
    await takeBack()
    await closeDatabase()
    expect((await stat(snapshot())).size).toBeGreaterThan(32)
  })

  const segment = async () => {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.journal')).sort()
    return join(folder, names[0] ?? '')
  }

  it.each<[what: string, touch: () => Promise<void>]>([
    ['touches nothing', () => Promise.resolve()],
    ['deletes the snapshot', () => rm(snapshot())],
    ['empties the snapshot', () => writeFile(snapshot(), '')],
    ['cuts the snapshot', () => truncate(snapshot(), 40)],
    [
      'forges the snapshot',
      async () => {
        const bytes = await readFile(snapshot())
        bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
        await writeFile(snapshot(), bytes)
      },
    ],
    ['puts another file in its place', async () => copyFile(await segment(), snapshot())],
    ['cuts the segment', async () => truncate(await segment(), 10)],
    ['empties the segment', async () => truncate(await segment(), 0)],
    ['deletes the segment', async () => rm(await segment())],
  ])('%s: it stays undetermined after a restart', async (_what, touch) => {
    await touch()
    expect(await outcome()).toBe('unavailable')
  })

  it('puts an older snapshot in its place: what it lacks is read from the segments', async () => {
    const other = await issueOne(await mintIssuer())
    await withdrawCertificate(other, order)
    await copyFile(snapshot(), `${snapshot()}.older`)
    await compareAgain()
    await closeDatabase()
    await copyFile(`${snapshot()}.older`, snapshot())
    await takeBack()
    serial = other
    expect(await outcome()).toBe('unavailable')
  })

  it('takes all of it: nothing is known any more, which the doctor says as long as the marks are left', async () => {
    await rm(snapshot())
    await rm(await segment())
    expect(await outcome()).toBe('verified')
    expect(await examineJournal({ whole: true })).toContainEqual(expect.objectContaining({ result: 'bad' }))
  })
})
