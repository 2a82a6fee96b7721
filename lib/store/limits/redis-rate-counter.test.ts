import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hasRedisServer, RedisTestServer, slowProxy } from '@/test/database/redis-test-server'
import { RedisRateCounter } from './redis-rate-counter'

const VERIFY = { name: 'verify', limit: 240, buildsFiles: false }
const FILES = { name: 'certificate_pdf', limit: 30, buildsFiles: true }
/** Much longer than the service's own: a Redis that is there answers in this time on any machine. */
const PATIENT = { patienceMs: 60_000 }
/** Of those that wait it out: one that is there answers in this time on a busy machine, too. */
const SHORT = { patienceMs: 2000 }
/** Ends what hangs. */
const LONG = { timeout: 60_000, interval: 20 }

describe.skipIf(!hasRedisServer)('counting in a real Redis', () => {
  let redis: RedisTestServer
  let counter: RedisRateCounter
  const others: { close(): unknown }[] = []

  beforeEach(async () => {
    redis = await RedisTestServer.start()
    counter = await counting(redis.url)
  })
  afterEach(async () => {
    vi.useRealTimers()
    redis.signal('SIGCONT')
    await counter.close()
    for (const other of others.splice(0)) await other.close()
    await redis.kill()
  })

  const recovered = (of = counter) => vi.waitFor(() => expect(of.healthy).toBe(true), LONG)

  /** A counter that has found its Redis. */
  async function counting(url: string, options: { patienceMs?: number } = PATIENT) {
    const made = new RedisRateCounter(url, options)
    await made.start()
    await recovered(made)
    return made
  }

  async function fallsBack() {
    expect(await counter.count(VERIFY, '198.51.100.1')).toMatchObject({ allowed: true, source: 'memory' })
    expect(await counter.count(FILES, '198.51.100.1')).toBe('uncountable')
    expect(counter.healthy).toBe(false)
  }

  async function countsAgain() {
    await recovered()
    expect(await counter.count(VERIFY, '198.51.100.9')).toMatchObject({ allowed: true, source: 'redis' })
    expect(await counter.count(FILES, '198.51.100.9')).toMatchObject({ allowed: true, source: 'redis' })
  }

  it('lets exactly the limit pass, however many come at once', async () => {
    const results = await Promise.all(Array.from({ length: 300 }, () => counter.count(VERIFY, '203.0.113.7')))
    expect(results.filter((result) => result !== 'uncountable' && result.allowed)).toHaveLength(240)
    expect(results.every((result) => result !== 'uncountable' && result.source === 'redis')).toBe(true)
    const last = await counter.count(VERIFY, '203.0.113.7')
    expect(last).toMatchObject({ allowed: false, limit: 240, remaining: 0 })
    const left = (last as { resetAt: Date }).resetAt.getTime() - Date.now()
    expect(left).toBeGreaterThan(50_000)
    expect(left).toBeLessThanOrEqual(60_000)
  })

  it('takes several places all or not at all, however many ask at once', async () => {
    expect(await counter.count(VERIFY, '198.51.100.7', 241)).toMatchObject({ allowed: false, remaining: 240 })
    const asked = Array.from({ length: 30 }, () => counter.count(VERIFY, '198.51.100.7', 20))
    const counts = (await Promise.all(asked)).filter((count) => count !== 'uncountable')
    expect(counts.filter(({ allowed, source }) => allowed && source === 'redis')).toHaveLength(12)
    expect(await counter.count(VERIFY, '198.51.100.7', 2)).toMatchObject({ allowed: false, remaining: 0 })
  })

  it('shares one limit between processes, and keeps groups and addresses apart', async () => {
    const second = await counting(redis.url)
    others.push(second)
    await counter.count(VERIFY, 'a')
    expect(await second.count(VERIFY, 'a')).toMatchObject({ remaining: 238 })
    expect(await second.count(VERIFY, 'b')).toMatchObject({ remaining: 239 })
    expect(await second.count(FILES, 'a')).toMatchObject({ remaining: 29 })
  })

  it('gives every key an end, so that Redis forgets addresses', async () => {
    await counter.count(VERIFY, 'a')
    expect(Number((await redis.command('PTTL rate:{limits}:verify:a')).slice(1))).toBeGreaterThan(50_000)
  })

  it('keeps no request waiting for more than a tenth of a second', async () => {
    await counter.close()
    counter = await counting(redis.url, {})
    redis.signal('SIGSTOP')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const waiting = counter.count(VERIFY, 'a')
    vi.advanceTimersByTime(100)
    expect(await waiting).toMatchObject({ allowed: true, source: 'memory' })
  })

  it('falls back when Redis is killed and returns when it is back', async () => {
    await redis.kill()
    await fallsBack()
    await redis.restart()
    await countsAgain()
  })

  it('falls back when Redis hangs, and nothing that was answered from memory is counted when it wakes', async () => {
    await counter.close()
    counter = await counting(redis.url, SHORT)
    expect(await counter.count(VERIFY, 'late')).toMatchObject({ remaining: 239, source: 'redis' })
    redis.signal('SIGSTOP')
    const stopped = performance.now()
    const results = await Promise.all(Array.from({ length: 50 }, () => counter.count(VERIFY, 'late')))
    expect(results.every((result) => result !== 'uncountable' && result.source === 'memory')).toBe(true)
    await fallsBack()
    // It wakes when the time is over by its own clock, too, which is known to half an answer's time.
    await expect.poll(() => performance.now() - stopped, LONG).toBeGreaterThan(2 * SHORT.patienceMs)
    redis.signal('SIGCONT')
    await countsAgain()
    expect(await counter.count(VERIFY, 'late')).toMatchObject({ remaining: 238, source: 'redis' })
  })

  it('falls back while Redis is a read-only replica', async () => {
    await redis.command('REPLICAOF 127.0.0.1 1')
    await fallsBack()
    await redis.command('REPLICAOF NO ONE')
    await countsAgain()
  })

  it('falls back while Redis is out of memory', async () => {
    await redis.command('CONFIG SET maxmemory 1')
    await fallsBack()
    await redis.command('CONFIG SET maxmemory 0')
    await countsAgain()
  })

  it('does not begin where a right is missing that only several places need', async () => {
    await redis.command('ACL SETUSER default -get')
    const other = new RedisRateCounter(redis.url, PATIENT)
    others.push(other)
    await other.start()
    expect(other.healthy).toBe(false)
    await redis.command('ACL SETUSER default +get')
    await recovered(other)
  })

  it('says which policy drops counts', async () => {
    await redis.command('CONFIG SET maxmemory-policy allkeys-lru')
    expect(await counter.evictionPolicy()).toBeNull()
    await redis.command('CONFIG SET maxmemory 1gb')
    expect(await counter.evictionPolicy()).toBe('allkeys-lru')
    await redis.command('CONFIG SET maxmemory-policy noeviction')
    expect(await counter.evictionPolicy()).toBeNull()
  })

  it('counts in no other database than the one that is named', async () => {
    const elsewhere = new RedisRateCounter(`${redis.url}/99`, PATIENT)
    others.push(elsewhere)
    await elsewhere.start()
    expect(elsewhere.healthy).toBe(false)
  })

  it('falls back while every answer is slow', async () => {
    const delay = { milliseconds: 0 }
    const proxy = await slowProxy(redis.port, delay)
    others.push({ close: () => proxy.server.close() })
    await counter.close()
    counter = await counting(`redis://127.0.0.1:${proxy.port}`, SHORT)
    expect(await counter.count(VERIFY, 'a')).toMatchObject({ source: 'redis' })
    delay.milliseconds = 2 * SHORT.patienceMs
    await fallsBack()
    delay.milliseconds = 0
    await countsAgain()
  })

  it('starts without Redis, and finds it later', async () => {
    await redis.kill()
    const changes: boolean[] = []
    await counter.close()
    const onChange = (healthy: boolean) => void changes.push(healthy)
    counter = new RedisRateCounter(redis.url, { onChange, ...PATIENT })
    await counter.start()
    await fallsBack()
    await redis.restart()
    await countsAgain()
    expect(changes).toEqual([false, true])
  })
})
