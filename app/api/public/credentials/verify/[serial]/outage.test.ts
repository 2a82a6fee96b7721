import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { parseEnv, setEnv } from '@/lib/env'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { databaseReady } from '@/lib/service/operation/check-readiness'
import { closeDatabase, servingDeadlineMs } from '@/lib/store/database/database'
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
  setEnv(parseEnv({ ...process.env, ...where, DATABASE_SECONDS: '2' }))
  const issuer = await mintIssuer()
  genuine = await issueOne(issuer)
  withdrawn = await issueOne(issuer)
  await withdrawCertificate(withdrawn, { reason: 'test', publicReason: null, actor: 'test' })
})

afterEach(async () => {
  await proxy.open()
  await recovers()
})

afterAll(async () => {
  await proxy.refuse()
  await closeDatabase()
  await postgres.remove()
})

/** By itself, without anything being called that mends it. */
async function recovers(): Promise<void> {
  await vi.waitFor(() => expectOutcome(genuine, 'verified'), { timeout: 60_000, interval: 20 })
  await expectOutcome(withdrawn, 'withdrawn')
  expect(await databaseReady()).toBe(true)
}

/** Milliseconds that so many checks take together. */
async function timeOf(checks: number): Promise<number> {
  const started = performance.now()
  const answers = await Promise.all(Array.from({ length: checks }, () => askApi(genuine)))
  expect(answers.map((answer) => answer.status)).toEqual(Array(checks).fill(503))
  return performance.now() - started
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

  it('is nobody’s verdict when it refuses connections, and many ask as quickly as one', async () => {
    await expectOutcome(genuine, 'verified')
    await proxy.refuse()
    await expectUndetermined([genuine, withdrawn])
    expect(await timeOf(20)).toBeLessThan(servingDeadlineMs())
    expect(await databaseReady()).toBe(false)
  })

  it('is nobody’s verdict when it hangs: one waits for the deadline, many no longer, and the next not at all', async () => {
    proxy.block()
    const one = await timeOf(1)
    expect(one).toBeLessThan(1.5 * servingDeadlineMs())
    for (let asked = 0; asked < 10; asked++) {
      const started = performance.now()
      await expectUndetermined([genuine, withdrawn])
      expect(performance.now() - started).toBeLessThan(one / 2)
    }
    expect(await databaseReady()).toBe(false)
    await proxy.open()
    await recovers()
    proxy.block()
    expect(await timeOf(20)).toBeLessThan(1.5 * one)
  })

  it('is nobody’s verdict when it answers too slowly, and leaves no connection behind', async () => {
    await expectOutcome(genuine, 'verified')
    proxy.delay(1.2 * servingDeadlineMs())
    await expectUndetermined([genuine, withdrawn])
    await proxy.open()
    await recovers()
    await vi.waitFor(() => expect(proxy.connections).toBeLessThanOrEqual(12), { timeout: 60_000 })
  })

  it('gives one deadline to reading and counting together', async () => {
    await expectOutcome(genuine, 'verified')
    proxy.delay(0.7 * servingDeadlineMs())
    const before = await countOf(genuine)
    expect(await timeOf(1)).toBeLessThan(1.5 * servingDeadlineMs())
    await proxy.open()
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
    await expectOutcome(genuine, 'verified')
    proxy.next('count-checks', 'held')
    const started = performance.now()
    const answers = await Promise.all([askApi(genuine), askApi(withdrawn), askApi(genuine)])
    expect(performance.now() - started).toBeLessThan(1.5 * servingDeadlineMs())
    expect(answers.map((answer) => answer.status)).toContain(503)
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
    await expectOutcome(genuine, 'verified')
    const goOn = await postgres.pause()
    try {
      await expectUndetermined([genuine, withdrawn])
    } finally {
      goOn()
    }
    await recovers()
  })

  it('in recovery gives no verdict until it is the primary', async () => {
    await postgres.stop('SIGINT')
    await postgres.startAsReplica()
    await expectUndetermined([genuine, withdrawn])
    expect(await databaseReady()).toBe(false)
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
