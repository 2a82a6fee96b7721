import { once } from 'node:events'
import { type AddressInfo, createServer, Socket } from 'node:net'
import pg from 'pg'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { env, setEnv } from '@/lib/env'
import { useServiceDatabase } from '@/test/database/service-database'
import { closeDatabase, databaseSession, retireServingPool, servingPool, transaction, workingPool } from './database'
import { servingDeadlineMs } from './deadlines'
import { isConnectionLost, onServingPool } from './on-serving-pool'
import { withOwnConnection } from './own-connection'
import { prisma } from './prisma'

describe('the database connections', () => {
  const database = useServiceDatabase({}, 'owner')

  afterEach(async () => {
    vi.useRealTimers()
    await closeDatabase()
  })

  async function admin(sql: string): Promise<void> {
    const client = new pg.Client(database.adminUrl)
    await client.connect()
    await client.query(sql).finally(() => client.end())
  }

  const setting = async (pool: pg.Pool, name = 'synchronous_commit') =>
    (await pool.query<{ value: string }>('SELECT current_setting($1) AS value', [name])).rows[0]?.value

  /** The sockets that are opened from now on; others of this process come and go as they like. */
  function openedSockets(): Socket[] {
    const opened: Socket[] = []
    const connect = Socket.prototype.connect as (...to: unknown[]) => Socket
    vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...to: unknown[]) {
      opened.push(this)
      return connect.apply(this, to)
    })
    return opened
  }

  it('wait for what they commit to be safe, whatever the database is set to', async () => {
    const name = new URL(database.url).pathname.slice(1)
    for (const [given, used] of [
      ['off', 'on'],
      ['local', 'on'],
      ['remote_apply', 'remote_apply'],
    ]) {
      await admin(`ALTER DATABASE ${name} SET synchronous_commit = ${given}`)
      await closeDatabase()
      expect([await setting(servingPool()), await setting(workingPool())]).toEqual([used, used])
    }
    await admin(`ALTER DATABASE ${name} RESET synchronous_commit`)
  })

  it('compile no query, which takes longer than to run it', async () => {
    const compiled = await Promise.all([servingPool(), workingPool()].map((pool) => setting(pool, 'jit')))
    const [row] = await prisma().$queryRaw<{ value: string }[]>`SELECT current_setting('jit') AS value`
    expect([...compiled, row?.value]).toEqual(['off', 'off', 'off'])
  })

  it('commit a transaction that resolves, and undo one that rejects', async () => {
    await transaction((tx) => tx.query('CREATE TABLE public.kept (n int)'))
    const failed = transaction(async (tx) => {
      await tx.query('INSERT INTO kept VALUES (1)')
      throw new Error('changed my mind')
    })
    await expect(failed).rejects.toThrow('changed my mind')
    expect((await workingPool().query('SELECT * FROM kept')).rows).toEqual([])
  })

  it('that break in the middle of a transaction fail it, and not the process', async () => {
    const failed = transaction(async (tx) => {
      const { rows } = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      const broken = new Promise((resolve) => tx.once('end', resolve))
      await admin(`SELECT pg_terminate_backend(${rows[0]?.pid})`)
      await broken
      await tx.query('SELECT 1')
    })
    await expect(failed).rejects.toThrow(/terminat|not queryable|closed/)
    expect((await workingPool().query('SELECT 7 AS n')).rows[0]).toMatchObject({ n: 7 })
  })

  it('give a retired pool’s work its end, and the next work a new pool', async () => {
    const old = servingPool()
    const running = old.query('SELECT pg_sleep(0.1), 7 AS n')
    retireServingPool(old)
    expect(servingPool()).not.toBe(old)
    retireServingPool(old)
    expect(servingPool()).toBe(servingPool())
    expect((await running).rows[0]).toMatchObject({ n: 7 })
  })

  it('are told the limits once they are open, since poolers refuse them as parameters', async () => {
    const { rows } = await servingPool().query(
      "SELECT current_setting('statement_timeout') AS one, current_setting('idle_in_transaction_session_timeout') AS other",
    )
    expect(rows).toEqual([{ one: `${servingDeadlineMs() / 1000}s`, other: '5s' }])
    const { rows: given } = await servingPool().query(
      "SELECT source FROM pg_settings WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout')",
    )
    expect(given).toEqual([{ source: 'session' }, { source: 'session' }])
  })

  it('that hang fail what was asked of them in time, and are broken off', async () => {
    const pool = servingPool()
    const client = await pool.connect()
    // The server itself would end the statement.
    await client.query('SET statement_timeout = 0')
    client.release()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const hanging = onServingPool((given) => given.query('SELECT pg_sleep(600)'))
    const failed = expect(hanging).rejects.toSatisfy(isConnectionLost)
    vi.advanceTimersByTime(servingDeadlineMs())
    await failed
    expect(servingPool()).not.toBe(pool)
    expect(pool.totalCount).toBe(1)
    const gone = new Promise((resolve) => pool.once('remove', resolve))
    vi.advanceTimersByTime(2 * servingDeadlineMs())
    await gone
    expect(pool.totalCount).toBe(0)
    // PostgreSQL notices by itself only when it writes.
    await admin(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE query = 'SELECT pg_sleep(600)' AND datname = current_database()`)
  })

  it('are opened nowhere when nothing says where: not where the driver would look by itself, nor for whoever comes next', async () => {
    const open = env()
    onTestFinished(() => setEnv(open))
    vi.stubEnv('PGHOST', new URL(database.url).searchParams.get('host') ?? '')
    vi.stubEnv('PGDATABASE', 'postgres')
    await closeDatabase()
    setEnv({ ...open, DATABASE_URL: undefined })
    const nowhere = { code: 'unavailable' }
    await expect(transaction(async () => 'done')).rejects.toMatchObject(nowhere)
    await expect(onServingPool((pool) => pool.query('SELECT 1'))).rejects.toMatchObject(nowhere)
    await expect(withOwnConnection(async () => 'done')).rejects.toMatchObject(nowhere)
    expect(() => prisma()).toThrow('DATABASE_URL is not set')
    setEnv(open)
    expect(await transaction(async () => 'done')).toBe('done')
  })

  it('are a new session after they were closed', async () => {
    const session = databaseSession()
    servingPool()
    expect(databaseSession()).toBe(session)
    await closeDatabase()
    expect(databaseSession()).not.toBe(session)
  })

  it('are closed at both ends when closing is over, so that a server that stops then has nobody to tell', async () => {
    const sockets = openedSockets()
    await Promise.all([servingPool().query('SELECT 1'), workingPool().query('SELECT 1'), prisma().$queryRaw`SELECT 1`])
    expect(sockets.map(({ closed }) => closed)).toEqual([false, false, false])
    await closeDatabase()
    expect(sockets.map(({ closed }) => closed)).toEqual([true, true, true])
  })

  it('are waited for when PostgreSQL gives no more of them', async () => {
    const role = new URL(database.url).username
    const name = new URL(database.url).pathname.slice(1)
    await servingPool().query('SELECT 1')
    await admin(`ALTER DATABASE ${name} CONNECTION LIMIT 0`)
    const sums = await Promise.all(
      [1, 2, 3].map((n) =>
        onServingPool((pool) => pool.query<{ n: number }>('SELECT pg_sleep(0.05), $1::int AS n', [n])),
      ),
    )
    expect(sums.map(({ rows }) => rows[0]?.n)).toEqual([1, 2, 3])
    await closeDatabase()
    await expect(onServingPool((pool) => pool.query('SELECT 1'))).rejects.toMatchObject({ code: '53300' })
    await admin(`ALTER DATABASE ${name} CONNECTION LIMIT -1`)
    expect((await onServingPool((pool) => pool.query('SELECT current_user AS role'))).rows).toEqual([{ role }])
  })

  it('are waited for no longer than a request has', async () => {
    const before = env()
    const name = new URL(database.url).pathname.slice(1)
    // Opened before: what is short is the time of the request, not that of a connection to a busy server.
    const held = await servingPool().connect()
    const listeners = () => servingPool().listenerCount('release')
    const listening = listeners()
    setEnv({ ...before, DATABASE_SECONDS: 1 })
    await admin(`ALTER DATABASE ${name} CONNECTION LIMIT 0`)
    try {
      await expect(onServingPool((pool) => pool.query('SELECT 1'))).rejects.toMatchObject({ code: '53300' })
      expect(listeners()).toBe(listening)
    } finally {
      held.release()
      await admin(`ALTER DATABASE ${name} CONNECTION LIMIT -1`)
      setEnv(before)
    }
  })

  it('are not waited for where the last of them is refused while it is still being opened', async () => {
    const before = env()
    const full = createServer().listen(0, '127.0.0.1')
    await once(full, 'listening')
    const refuse = (socket: Socket) => {
      const said = Buffer.from('SFATAL\0VFATAL\0C53300\0Msorry, too many clients already\0\0')
      const length = Buffer.alloc(4)
      length.writeInt32BE(said.length + 4)
      socket.end(Buffer.concat([Buffer.from('E'), length, said]))
    }
    setEnv({ ...before, DATABASE_URL: `postgresql://x:x@127.0.0.1:${(full.address() as AddressInfo).port}/x` })
    try {
      const ask = async () => {
        const arrived = once(full, 'connection')
        const asked = onServingPool((pool) => pool.query('SELECT 1'))
        const refused = expect(asked).rejects.toMatchObject({ code: '53300' })
        const [socket] = (await arrived) as [Socket]
        return { socket, refused }
      }
      const [opening, early] = [await ask(), await ask()]
      refuse(early.socket)
      await vi.waitFor(() => expect(servingPool().totalCount).toBe(1), { timeout: 60_000 })
      refuse(opening.socket)
      await Promise.all([opening.refused, early.refused])
    } finally {
      setEnv(before)
      full.close()
    }
  })

  it('are given up when one is lost, and kept when a statement merely fails or we are at fault', async () => {
    const pool = servingPool()
    for (const failing of ['SELECT nothing', 'SELECT 1 / 0']) {
      const error: unknown = await onServingPool((given) => given.query(failing)).catch((thrown: unknown) => thrown)
      expect(isConnectionLost(error)).toBe(false)
    }
    await expect(onServingPool(() => Promise.reject(new TypeError('ours')))).rejects.toThrow(TypeError)
    expect(servingPool()).toBe(pool)
    const killed = onServingPool((given) => given.query('SELECT pg_terminate_backend(pg_backend_pid())'))
    expect(isConnectionLost(await killed.catch((thrown: unknown) => thrown))).toBe(true)
    expect(servingPool()).not.toBe(pool)
  })
})
