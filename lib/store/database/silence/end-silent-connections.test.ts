import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { env, setEnv } from '@/lib/env'
import { closeDatabase, transaction, workingPool } from '@/lib/store/database/database'
import { connectDeadlineMs } from '@/lib/store/database/deadlines'
import { withOwnConnection } from '@/lib/store/database/own-connection'
import { prisma } from '@/lib/store/database/prisma'
import { runByUrl } from '@/lib/store/database/set-up-roles'
import { findSettingAt } from '@/lib/store/records/find-setting-at'
import { DatabaseProxy, PROXY_HOST } from '@/test/database/database-proxy'
import { useServiceDatabase } from '@/test/database/service-database'

const database = useServiceDatabase()
let proxy: DatabaseProxy

beforeAll(async () => {
  const { searchParams, username, password, pathname } = new URL(env().DATABASE_URL ?? '')
  proxy = new DatabaseProxy(join(searchParams.get('host') ?? '', '.s.PGSQL.5432'))
  await proxy.open()
  setEnv({ ...env(), DATABASE_URL: `postgresql://${username}:${password}@${PROXY_HOST}:${proxy.port}${pathname}` })
})

afterEach(async () => {
  await proxy.open()
  vi.useRealTimers()
  await closeDatabase()
})

afterAll(() => proxy.refuse())

/** Time passes as told from here on; each pool has a connection by then. */
async function stopTime(): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  await ask()
  await prisma().issuer.count()
  proxy.runs.clear()
}

const ask = (text = 'SELECT 1', name = 'asked') => workingPool().query({ name, text })

/** Whatever is under way, in either pool, has been sent by then. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
}

/** As long as a connection may say nothing, and a little more. */
async function passSilence(): Promise<void> {
  await turns()
  await vi.advanceTimersByTimeAsync(connectDeadlineMs() + 2000)
}

async function untilAsked(statement: string): Promise<void> {
  while (!proxy.runs.has(statement)) await new Promise(setImmediate)
}

/** Whether anybody works has been asked and answered, by a connection of its own, which is gone again as are those that were idle. */
async function untilDoubtEnded(): Promise<void> {
  await untilAsked('working-backends')
  while (proxy.connections > 1) await new Promise(setImmediate)
}

describe('a query of a pool without deadlines', () => {
  it('ends where the database has frozen, and so does a transaction in the middle', async () => {
    await stopTime()
    let inside = () => {}
    const begun = new Promise<void>((resolve) => (inside = resolve))
    let goOn = () => {}
    const held = new Promise<void>((resolve) => (goOn = resolve))
    const changing = transaction(async (tx) => {
      inside()
      await held
      await tx.query('SELECT 1')
    })
    let opened = () => {}
    const isOpen = new Promise<void>((resolve) => (opened = resolve))
    // Of no pool, as for a backup or a migration.
    const own = withOwnConnection(async (db) => {
      opened()
      await held
      await db.query('SELECT 1')
    })
    await Promise.all([begun, isOpen])
    proxy.block()
    const ended = Promise.allSettled([ask(), prisma().issuer.count(), changing, own])
    goOn()
    await passSilence()
    await passSilence()
    expect((await ended).map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
    await proxy.open()
    // Its place is free again.
    expect((await ask()).rowCount).toBe(1)
  })

  it('ends for a set-up too, which has no configuration yet', async () => {
    await stopTime()
    const url = env().DATABASE_URL ?? ''
    proxy.block()
    const asked = [runByUrl(url)('postgres', 'SELECT 1'), findSettingAt(url, 'any')]
    // The server itself ends one that says nothing, unless it has frozen.
    const ended = asked.map((one) => expect(one).rejects.toThrow('timeout expired'))
    await passSilence()
    await Promise.all(ended)
    await proxy.open()
    expect(await findSettingAt(url, 'none of these')).toBeNull()
  })

  it('ends where the database has answered, and the answer was lost on its way', async () => {
    await stopTime()
    proxy.next('asked', 'held')
    const ended = expect(ask()).rejects.toThrow()
    await untilAsked('asked')
    await passSilence()
    await untilDoubtEnded()
    await vi.advanceTimersByTimeAsync(1000)
    await ended
  })

  it('goes on where it merely takes long', async () => {
    const other = new pg.Client(database.adminUrl)
    await other.connect()
    await other.query("SELECT pg_advisory_lock(hashtextextended('takes long', 0))")
    try {
      await stopTime()
      const asked = ask("SELECT pg_advisory_xact_lock(hashtextextended('takes long', 0))", 'long')
      await untilAsked('long')
      await passSilence()
      await untilDoubtEnded()
      // And again, as long as it takes.
      proxy.runs.clear()
      await turns()
      await vi.advanceTimersByTimeAsync(2000)
      await untilDoubtEnded()
      await other.query("SELECT pg_advisory_unlock(hashtextextended('takes long', 0))")
      expect((await asked).rowCount).toBe(1)
    } finally {
      await other.end()
    }
  })
})
