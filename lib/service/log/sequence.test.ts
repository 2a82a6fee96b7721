import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { formatVkey } from '@/lib/crypto/tlog/note-key'
import { parsePolicy } from '@/lib/crypto/tlog/trust-policy'
import { verifyLog } from '@/lib/domain/log/verify-log'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { findLogKeys, noteKeyOf } from '@/lib/store/log/keys/log-keys'
import { findLogState } from '@/lib/store/log/log-state'
import { logStore } from '@/lib/store/log/open-log-store'
import { awaitPublication, patience, sequenceHere } from '@/lib/store/log/sequence/await-publication'
import { ownLogConnection } from '@/lib/store/log/sequence/own-log-connection'
import { Sequencer } from '@/lib/store/log/sequence/sequencer'
import { endSilentSequencer } from '@/lib/store/log/sequence/silent-sequencer'
import { LockQueue } from '@/test/database/lock-queue'
import { resealLogState } from '@/test/database/reseal-log-state'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { fillLog } from './fill-log'
import { keepLog } from './keep-log'

const folder = mkdtempSync(join(tmpdir(), 'log-sequence-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const LOG = join(folder, 'log')
const database = useServiceDatabase({ LOG_DIR: LOG, JOURNAL_DIR: join(folder, 'journal') })

let issuer: StoredIssuer
let superuser: pg.Client
const connections: pg.Client[] = []
beforeAll(async () => {
  issuer = await mintIssuer()
  await fillLog()
  superuser = new pg.Client(database.adminUrl)
  await superuser.connect()
})
afterAll(() => superuser.end())
afterEach(async () => {
  for (const db of connections.splice(0)) await db.end().catch(() => undefined)
})

async function connection(): Promise<pg.Client> {
  const db = await ownLogConnection()
  connections.push(db)
  return db
}

/** The published log is whole, and has what the database has. */
async function expectWhole(): Promise<void> {
  const key = (await findLogKeys(workingPool())).find(({ purpose }) => purpose === 'log')
  const policy = parsePolicy(Buffer.from(`log ${key ? formatVkey(noteKeyOf(key)) : ''}\nquorum none\n`))
  const { faults, checkpoint } = await verifyLog(await logStore(), policy, 0)
  expect(faults).toEqual([])
  const state = await findLogState(workingPool())
  expect([checkpoint?.size, checkpoint?.root.toString('hex')]).toEqual([state?.size, state?.root.toString('hex')])
  expect(state?.publishedSize).toBe(state?.size)
  expect((await workingPool().query('SELECT 1 FROM log_pending')).rowCount).toBe(0)
}

describe('a sequencer', () => {
  it('that the database does not answer keeps nobody waiting for longer than was said', async () => {
    const { milliseconds } = patience
    patience.milliseconds = 300
    const frozen = await LockQueue.hold(database.adminUrl, 'LOCK TABLE log_pending', [])
    try {
      const leaf = { kind: 'event' as const, subject: randomUUID(), place: 1, part: 0 }
      const told = expect(awaitPublication(workingPool(), leaf)).rejects.toMatchObject({
        code: 'unavailable',
        message: /not in the public log yet/,
      })
      await frozen.waiting(1)
      await told
    } finally {
      patience.milliseconds = milliseconds
      await frozen.release()
    }
    await sequenceHere()
    await expectWhole()
  })

  it.each([
    ['next', ''],
    ['tile', ''],
    ['checkpoint', null],
    ['checkpoint', '<html>Back soon</html>\n'],
  ])('that cannot write %s, or finds %j there, is followed by one that publishes the same', async (name, instead) => {
    const [place, away] = [join(LOG, name), join(LOG, `${name}.away`)]
    const failed = issueOneAfter(async () => {
      await rename(place, away)
      if (instead !== null) await writeFile(place, instead)
    })
    await expect(failed).rejects.toMatchObject({ code: 'unavailable' })
    await rm(place, { recursive: true, force: true })
    await rename(away, place)
    await sequenceHere()
    await expectWhole()
    expect((await checkCertificate(await issueOne(issuer)))?.judgement.overallStatus).toBe('verified')
  })

  it('is one at a time', async () => {
    const [one, two] = [await connection(), await connection()]
    const sequencer = await Sequencer.take(one)
    expect(sequencer).not.toBeNull()
    expect(await Sequencer.take(two)).toBeNull()
    await sequencer?.release()
    const next = await Sequencer.take(two)
    expect(next).not.toBeNull()
    await next?.release()
  })

  it('that is silent for half a minute loses the lock, and nobody else does', async () => {
    const [one, two, other] = [await connection(), await connection(), await connection()]
    await other.query('SELECT pg_advisory_lock(42)')
    await Sequencer.take(one)
    await endSilentSequencer(two)
    await expect(one.query('SELECT 1')).resolves.toBeDefined()
    await workingPool().query(`UPDATE log_state SET heartbeat_at = clock_timestamp() - interval '31 seconds'`)
    await endSilentSequencer(two)
    await expect(one.query('SELECT 1')).rejects.toThrow()
    await expect(other.query('SELECT 1')).resolves.toBeDefined()
    await (await Sequencer.take(two))?.release()
  })

  it('that has just taken the lock of a silent one keeps it', async () => {
    const [one, two] = [await connection(), await connection()]
    await workingPool().query(`UPDATE log_state SET heartbeat_at = clock_timestamp() - interval '31 seconds'`)
    const slow = await LockQueue.hold(database.adminUrl, 'LOCK TABLE log_keys', [])
    const taking = Sequencer.take(one)
    taking.catch(() => undefined)
    await slow.waiting(1)
    await endSilentSequencer(two)
    await slow.release()
    const sequencer = await taking
    expect(sequencer).not.toBeNull()
    await sequencer?.release()
  })

  it('in each of several servers gives each leaf one place', async () => {
    const stops = [keepLog(), keepLog(), keepLog()]
    const serials = await Promise.all(Array.from({ length: 6 }, () => issueOne(issuer)))
    await Promise.all(stops.map((stop) => stop()))
    await sequenceHere()
    await expectWhole()
    for (const serial of serials) expect((await checkCertificate(serial))?.judgement.overallStatus).toBe('verified')
  })

  it('of a database that is older than the log stops for good, and bad news goes on', async () => {
    const [kept, lost] = [await issueOne(issuer), await issueOne(issuer)]
    const state = await findLogState(workingPool())
    await superuser.query('CREATE TABLE kept_state AS TABLE log_state; CREATE TABLE kept_leaves AS TABLE log_leaves')
    await superuser.query(`SET session_replication_role = replica; ALTER TABLE log_leaves DISABLE TRIGGER ALL`)
    const older = (await workingPool().query<{ root: Buffer }>('SELECT root FROM log_state')).rows[0]?.root
    expect(older).toBeDefined()
    // As it was before the last leaf: the root of then is what the tiles of then give, and no matter here.
    await superuser.query(`DELETE FROM log_leaves WHERE log_index = ${(state?.size ?? 0) - 1};
      UPDATE log_state SET size = size - 1, published_size = published_size - 1`)
    await resealLogState(superuser)
    await sequenceHere()
    expect((await findLogState(workingPool()))?.stopped).toMatch(/later tree|Another tree/)
    await expect(issueOne(issuer)).rejects.toMatchObject({ code: 'unavailable', message: /nothing was issued/ })
    const withdrawal = withdrawCertificate(kept, { reason: 'Example', actor: 'test', publicReason: null })
    await expect(withdrawal).rejects.toMatchObject({ code: 'unavailable', message: /not in the public log yet/ })
    expect((await checkCertificate(kept))?.judgement.overallStatus).toBe('withdrawn')
    await expect(checkCertificate(lost)).rejects.toMatchObject({ code: 'unavailable' })
    // Whoever holds the lock now takes the log up again, for as long as that takes.
    const [resuming, other] = [await connection(), await connection()]
    await resuming.query(`SELECT pg_advisory_lock(hashtextextended('log-sequencer', 0))`)
    await workingPool().query(`UPDATE log_state SET heartbeat_at = clock_timestamp() - interval '31 seconds'`)
    await endSilentSequencer(other)
    await expect(resuming.query('SELECT 1')).resolves.toBeDefined()
  })
})

/** Issues one, with something done once the leaves wait, and a look at what comes of it then. */
async function issueOneAfter(work: () => Promise<void>): Promise<string> {
  const { milliseconds } = patience
  patience.milliseconds = 300
  const held = await connection()
  const sequencer = await Sequencer.take(held)
  const issuing = issueOne(issuer)
  issuing.catch(() => undefined)
  for (;;) {
    if (((await held.query('SELECT 1 FROM log_pending')).rowCount ?? 0) > 0) break
  }
  await work()
  await sequencer?.release()
  await sequenceHere()
  patience.milliseconds = milliseconds
  return issuing
}
