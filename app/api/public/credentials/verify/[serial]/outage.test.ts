import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { parseEnv, setEnv } from '@/lib/env'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { databaseReady } from '@/lib/service/operation/check-readiness'
import { closeDatabase, workingPool } from '@/lib/store/database/database'
import { servingDeadlineMs } from '@/lib/store/database/deadlines'
import { compareLog } from '@/lib/store/log/compare-log'
import { DatabaseProxy } from '@/test/database/database-proxy'
import { OwnPostgres } from '@/test/database/own-postgres'
import { issueOne, mintIssuer } from '@/test/database/service-database'
import { expectOutcome, expectUndetermined } from '@/test/expect-verdict'
import { askApi } from '@/test/verify-requests'

let postgres: OwnPostgres
let proxy: DatabaseProxy
let genuine = ''
let withdrawn = ''

beforeAll(async () => {
  postgres = await OwnPostgres.start()
  proxy = new DatabaseProxy(postgres.socket)
  await proxy.open()
  const where = { BASE_URL: 'https://verify.test', DATABASE_URL: postgres.urlAt(proxy.port) }
  setEnv(parseEnv({ ...process.env, ...where }))
  const issuer = await mintIssuer()
  genuine = await issueOne(issuer)
  withdrawn = await issueOne(issuer)
  await withdrawCertificate(withdrawn, { reason: 'test', publicReason: null, actor: 'test' })
})

afterEach(async () => {
  await proxy.open()
  if (vi.isFakeTimers()) await vi.runOnlyPendingTimersAsync()
  vi.useRealTimers()
  await recovers()
})

afterAll(async () => {
  await proxy.refuse()
  await closeDatabase()
  await postgres.remove()
})

/** By itself, without anything being called that mends it. */
async function recovers(): Promise<void> {
  await vi.waitFor(() => expectOutcome(genuine, 'verified'), { timeout: 200_000, interval: 20 })
  await expectOutcome(withdrawn, 'withdrawn')
  expect(await databaseReady()).toBe(true)
}

/** From now on time passes for whoever waits as `pass` says, however long the machine takes; the database answers before. */
async function stopTime(): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  await expectOutcome(genuine, 'verified')
}

/** What begins now waits for the database by then: nothing before that takes more than turns of the event loop. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
}

async function pass(milliseconds: number): Promise<void> {
  await turns()
  await vi.advanceTimersByTimeAsync(milliseconds)
}

const isAnswered = (work: Promise<unknown>) => Promise.race([work.then(() => true), turns().then(() => false)])

/** The statuses of so many checks at once. */
async function statusesOf(checks: number): Promise<Set<number>> {
  const answers = await Promise.all(Array.from({ length: checks }, () => askApi(genuine)))
  return new Set(answers.map(({ status }) => status))
}

async function countOf(serial: string): Promise<number> {
  const [row] = await postgres.admin<{ checks: number }>(
    `SELECT coalesce(sum(k.checks), 0)::int AS checks FROM certificates c
     JOIN certificate_checks k ON k.certificate_id = c.id WHERE c.serial = '${serial}'`,
  )
  return row?.checks ?? 0
}

describe('a database that is away', () => {
  it('is nobody’s verdict when it is not there at the first request', async () => {
    await closeDatabase()
    await proxy.refuse()
    await expectUndetermined([genuine, withdrawn])
    expect(await databaseReady()).toBe(false)
  })

  it('is nobody’s verdict when it refuses connections, and nobody waits, be it one or many', async () => {
    await stopTime()
    await proxy.refuse()
    await expectUndetermined([genuine, withdrawn])
    expect(await statusesOf(20)).toEqual(new Set([503]))
    expect(await databaseReady()).toBe(false)
  })

  it('is nobody’s verdict when it hangs: one waits for the deadline, many no longer, and the next not at all', async () => {
    await stopTime()
    proxy.block()
    const asked = statusesOf(20)
    await pass(servingDeadlineMs() - 1)
    expect(await isAnswered(asked)).toBe(false)
    await pass(1)
    expect(await asked).toEqual(new Set([503]))
    // Who comes now waits until it is known that a new connection is not answered either.
    const late = statusesOf(20)
    await pass(servingDeadlineMs() / 4)
    expect(await late).toEqual(new Set([503]))
    for (let times = 0; times < 10; times++) await expectUndetermined([genuine, withdrawn])
    expect(await databaseReady()).toBe(false)
  })

  it('is nobody’s verdict when it answers too slowly, and leaves no connection behind', async () => {
    await stopTime()
    proxy.delay(1.2 * servingDeadlineMs())
    const asked = expectUndetermined([genuine, withdrawn])
    await pass(servingDeadlineMs())
    await asked
    await proxy.open()
    await vi.runOnlyPendingTimersAsync()
    vi.useRealTimers()
    await recovers()
    await vi.waitFor(() => expect(proxy.connections).toBeLessThanOrEqual(12), { timeout: 200_000 })
  })

  it('gives one deadline to reading and counting together', async () => {
    await stopTime()
    const before = await countOf(genuine)
    proxy.block()
    const asked = askApi(genuine)
    await pass(0.7 * servingDeadlineMs())
    proxy.runs.clear()
    await proxy.open()
    proxy.next('count-checks', 'held')
    while (!proxy.runs.has('count-checks')) await new Promise(setImmediate)
    expect(await isAnswered(asked)).toBe(false)
    await pass(0.3 * servingDeadlineMs())
    expect((await asked).status).toBe(503)
    expect((await countOf(genuine)) - before).toBeLessThanOrEqual(1)
  })
})

describe('a connection that breaks', () => {
  it('while it is idle costs nobody an answer: a read is repeated', async () => {
    await expectOutcome(genuine, 'verified')
    proxy.cut()
    expect((await askApi(genuine)).status).toBe(200)
    proxy.next('read-evidence', 'lost')
    expect((await askApi(genuine)).status).toBe(200)
    proxy.next('read-evidence', 'unconfirmed')
    expect((await askApi(genuine)).status).toBe(200)
  })

  it.each([
    ['lost', 0],
    ['unconfirmed', 1],
  ] as const)('while it counts (%s) is 503, and the count is not repeated', async (fate, counted) => {
    await expectOutcome(genuine, 'verified')
    const before = await countOf(genuine)
    proxy.next('count-checks', fate)
    expect((await askApi(genuine)).status).toBe(503)
    expect((await countOf(genuine)) - before).toBe(counted)
    // That one connection broke is no outage: the next one is answered at once.
    expect((await askApi(genuine)).status).toBe(200)
  })

  it('while it counts and says nothing holds others up no longer than their own deadline', async () => {
    await stopTime()
    proxy.next('count-checks', 'held')
    proxy.runs.clear()
    const asked = Promise.all([askApi(genuine), askApi(withdrawn), askApi(genuine)])
    while (!proxy.runs.has('count-checks')) await new Promise(setImmediate)
    await pass(servingDeadlineMs())
    expect((await asked).map(({ status }) => status)).toContain(503)
  })
})

describe('a PostgreSQL that is', () => {
  it('restarted answers the first request after it', async () => {
    await expectOutcome(genuine, 'verified')
    await postgres.stop('SIGINT')
    await postgres.start()
    expect((await askApi(genuine)).status).toBe(200)
  })

  it('killed gives no verdict until it is back', async () => {
    await postgres.stop('SIGKILL')
    await expectUndetermined([genuine, withdrawn])
    await postgres.start()
    await recovers()
  })

  it('paused gives no verdict until it goes on', async () => {
    await stopTime()
    const goOn = await postgres.pause()
    try {
      const asked = expectUndetermined([genuine, withdrawn])
      await pass(servingDeadlineMs())
      await asked
    } finally {
      goOn()
    }
  })

  it('in recovery gives no verdict until it is the primary', async () => {
    await postgres.stop('SIGINT')
    await postgres.startAsReplica()
    await expectUndetermined([genuine, withdrawn])
    await expect(databaseReady()).rejects.toThrow(/replica/)
    // What it lacks now it may have once it is the primary.
    await expect(compareLog(workingPool(), 0)).rejects.toThrow(/replica/)
    await postgres.admin('SELECT pg_promote()')
    await recovers()
  })

  it('out of connections answers on those that it gave, and gives no verdict without any', async () => {
    await expectOutcome(genuine, 'verified')
    await postgres.admin('ALTER ROLE certs CONNECTION LIMIT 0')
    await expectOutcome(genuine, 'verified')
    proxy.cut()
    await expectUndetermined([genuine, withdrawn])
    await postgres.admin('ALTER ROLE certs CONNECTION LIMIT -1')
    expect((await askApi(genuine)).status).toBe(200)
  })
})
