import { afterEach, describe, expect, it } from 'vitest'
import { WARM_UP_DOCUMENT } from './untrusted-limits'
import { UntrustedPool, type UntrustedPoolOptions } from './untrusted-pool'
import type { UntrustedThread } from './untrusted-thread'

/** Ends what hangs: on a busy machine minutes may pass for seconds of work. */
const patienceMs = 600_000
const pools: UntrustedPool[] = []
afterEach(() => pools.splice(0).forEach((pool) => pool.close()))

function open(options: UntrustedPoolOptions): UntrustedPool {
  const pool = new UntrustedPool(options)
  pools.push(pool)
  return pool
}

const canonize = (pool: UntrustedPool, document: object = WARM_UP_DOCUMENT) =>
  pool.run('canonize', { document, digest: 'sha256' })
/** Minutes of work: every context is processed on top of all before it. */
const endless = { '@context': Array.from({ length: 300_000 }, () => WARM_UP_DOCUMENT['@context'][0]), id: 'urn:a' }
/** Gigabytes of terms out of one letter each. */
const huge = {
  '@context': WARM_UP_DOCUMENT['@context'],
  name: Array.from({ length: 3_000_000 }, (_, index) => `${index}`),
}

describe('UntrustedPool', () => {
  it(
    'ends a job that takes too long, while the event loop goes on, and begins anew',
    async () => {
      const pool = open({ size: 1, patienceMs })
      let turns = 0
      const timer = setInterval(() => turns++, 1)
      expect(await canonize(pool, endless)).toEqual({
        kind: 'refused',
        detail: 'it takes longer than 1000 ms to process',
      })
      clearInterval(timer)
      expect(turns).toBeGreaterThan(2)
      expect((await canonize(pool)).kind).toBe('done')
    },
    patienceMs,
  )

  it('counts the work and not the time: a job on a busy machine is done all the same', async () => {
    // A thread that is given no processor: time passes, and it has worked for nothing.
    const starved = { size: 1, timeoutMs: 1, cpuMs: () => 0 }
    expect((await canonize(open({ ...starved, patienceMs }))).kind).toBe('done')
    const pool = open({ ...starved, patienceMs: 200 })
    expect(await canonize(pool, endless)).toEqual({
      kind: 'unavailable',
      reason: 'the machine is too busy to process a document',
    })
    expect(pool.threadCount).toBe(0)
  })

  it('counts the time where the work cannot be told, and blames no document for it', async () => {
    const pool = open({ size: 1, timeoutMs: 200, cpuMs: () => null })
    expect((await canonize(pool, endless)).kind).toBe('unavailable')
  })

  it('blames no document for a thread that something else ended', async () => {
    const endThread = (thread: UntrustedThread) => {
      thread.kill()
      return 0
    }
    const pool = open({ size: 1, patienceMs, cpuMs: endThread })
    expect(await canonize(pool, endless)).toEqual({ kind: 'unavailable', reason: 'the thread ended' })
  })

  it('starts a thread early when told to, and only one', async () => {
    const pool = open({ size: 2, timeoutMs: patienceMs, patienceMs })
    expect(pool.threadCount).toBe(0)
    pool.prepare()
    pool.prepare()
    expect(pool.threadCount).toBe(1)
    expect((await canonize(pool)).kind).toBe('done')
    expect(pool.threadCount).toBe(1)
  })

  it(
    'ends a job that takes too much memory, and begins anew',
    async () => {
      const pool = open({ size: 1, timeoutMs: patienceMs, patienceMs })
      expect(await canonize(pool, huge)).toEqual({ kind: 'refused', detail: 'it takes too much memory' })
      expect((await canonize(pool)).kind).toBe('done')
    },
    patienceMs,
  )

  it('does as many jobs at once as it has threads, and lets some wait', async () => {
    const pool = open({ size: 1, maxWaiting: 1, timeoutMs: patienceMs, patienceMs })
    const outcomes = await Promise.all([canonize(pool), canonize(pool), canonize(pool)])
    expect(outcomes.map(({ kind }) => kind)).toEqual(['done', 'done', 'unavailable'])
  })

  it('answers what it was doing when it is closed', async () => {
    const pool = open({ size: 1 })
    const outcomes = [canonize(pool), canonize(pool)]
    pool.close()
    for (const outcome of await Promise.all(outcomes)) expect(outcome.kind).toBe('unavailable')
  })
})
