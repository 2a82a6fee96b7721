import { afterEach, describe, expect, it } from 'vitest'
import { WARM_UP_DOCUMENT } from './untrusted-limits'
import { UntrustedPool, type UntrustedPoolOptions } from './untrusted-pool'

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
  it('ends a job that takes too long, while the event loop goes on, and begins anew', async () => {
    const pool = open({ size: 1 })
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    expect(await canonize(pool, endless)).toEqual({
      kind: 'refused',
      detail: 'it takes longer than 1000 ms to process',
    })
    clearInterval(timer)
    expect(turns).toBeGreaterThan(2)
    expect((await canonize(pool)).kind).toBe('done')
  })

  it('ends a job that takes too much memory, and begins anew', async () => {
    const pool = open({ size: 1, timeoutMs: 60_000 })
    expect(await canonize(pool, huge)).toEqual({ kind: 'refused', detail: 'it takes too much memory' })
    expect((await canonize(pool)).kind).toBe('done')
  })

  it('does as many jobs at once as it has threads, and lets some wait', async () => {
    const pool = open({ size: 1, maxWaiting: 1 })
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
