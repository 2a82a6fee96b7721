import { describe, expect, it } from 'vitest'
import { LEFT_FREE, nextBatch, readLimit } from './pace'

describe('a long list', () => {
  it('goes on by hundreds, and leaves places to colleagues', () => {
    expect(nextBatch(null, 5000)).toEqual({ take: 100 })
    expect(nextBatch({ remaining: 220, resetsInMs: 59_000 }, 4980)).toEqual({ take: 100 })
    expect(nextBatch({ remaining: 120, resetsInMs: 59_000 }, 4880)).toEqual({ take: 60 })
    expect(nextBatch({ remaining: LEFT_FREE, resetsInMs: 30_000 }, 4820)).toEqual({ waitMs: 30_250 })
    expect(nextBatch({ remaining: 240, resetsInMs: 0 }, 7)).toEqual({ take: 7 })
  })

  it('begins with a few where it needs several batches, and with all of them where one is enough', () => {
    expect(nextBatch(null, 5000, true)).toEqual({ take: 10 })
    expect(nextBatch(null, 101, true)).toEqual({ take: 10 })
    expect(nextBatch(null, 100, true)).toEqual({ take: 100 })
    expect(nextBatch(null, 7, true)).toEqual({ take: 7 })
    // The limit is known by then.
    expect(nextBatch({ remaining: 230, resetsInMs: 59_000 }, 4990, true)).toEqual({ take: 100 })
  })

  it('waits no longer than a window, whatever it is told', () => {
    expect(nextBatch({ remaining: 0, resetsInMs: 1e12 }, 1)).toEqual({ waitMs: 60_000 })
    expect(nextBatch({ remaining: 0, resetsInMs: -1e12 }, 1)).toEqual({ waitMs: 250 })
  })

  it('reads the limit by the service’s clock', () => {
    const headers = (more: Record<string, string>) => new Headers({ 'x-ratelimit-remaining': '7', ...more })
    const reset = '2020-01-01T00:00:30.000Z'
    const date = 'Wed, 01 Jan 2020 00:00:10 GMT'
    expect(readLimit(headers({ 'x-ratelimit-reset': reset, date }))).toEqual({ remaining: 7, resetsInMs: 21_000 })
    expect(readLimit(headers({ 'x-ratelimit-reset': reset }))).toEqual({ remaining: 7, resetsInMs: 60_000 })
    expect(readLimit(headers({ 'x-ratelimit-reset': 'soon', date }))).toBeNull()
    expect(readLimit(new Headers({ 'x-ratelimit-reset': reset }))).toBeNull()
  })
})
