import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseEnv } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { setRateCounter } from '@/lib/store/limits/open-rate-counter'
import type { RateCounter } from '@/lib/store/limits/rate-counter'
import { answer, answerShape, freshDoor, requestFrom } from '@/test/endpoint-fixture'
import { endpoint } from './endpoint'
import { loadReach } from './limits/reach'

const database = (name: string) => fileURLToPath(new URL(`../../test/data/geoip/${name}.mmdb`, import.meta.url))
const REACH = {
  SERVED_COUNTRIES: 'GB',
  GEOIP_COUNTRY_DB: database('GeoLite2-Country-Test'),
  GEOIP_ANONYMOUS_DB: database('GeoIP2-Anonymous-IP-Test'),
}
const SERVED = '2.125.160.217'
const ELSEWHERE = '89.160.20.112'

/** A restricted endpoint with a key, a limit, a size and a shape: everything that can refuse, in one. */
const POST = endpoint(
  {
    group: 'issuer_directory',
    key: (token) =>
      token === 'right'
        ? Promise.resolve({ issuerId: 'issuer', keyId: 'key' })
        : Promise.reject(new ServiceError('unauthorized', 'The API key is missing or does not work.')),
    body: { maxBytes: 100, shape: z.object({ value: z.string() }) },
    response: answerShape,
  },
  () => answer,
)

/** What is wrong with a request; the first that applies must be the one that answers. */
const FAULTS = ['reach', 'key', 'limit', 'size', 'shape'] as const
const STATUS = { reach: 307, key: 401, limit: 429, size: 413, shape: 400 }

function faulty(faults: ReadonlySet<string>): Request {
  const value = faults.has('size') ? 'x'.repeat(200) : 'x'
  return requestFrom({
    method: 'POST',
    address: faults.has('reach') ? ELSEWHERE : SERVED,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${faults.has('key') ? 'wrong' : 'right'}` },
    body: JSON.stringify(faults.has('shape') ? { wrong: value } : { value }),
  })
}

/** A counter that refuses one group, and lets everything else pass. */
function counter(refusing: boolean): RateCounter {
  const count = (group: { name: string; limit: number }) =>
    Promise.resolve({
      allowed: !(refusing && group.name === 'issuer_directory'),
      limit: group.limit,
      remaining: 0,
      resetAt: new Date(Date.now() + 30_000),
      source: 'memory' as const,
    })
  return { count, healthy: true, start: () => Promise.resolve(), close: () => Promise.resolve() }
}

describe('the order of refusals', () => {
  beforeEach(async () => {
    await freshDoor()
    await loadReach(parseEnv(REACH))
  })

  const subsets = Array.from({ length: 2 ** FAULTS.length }, (_, bits) => FAULTS.filter((__, at) => bits & (1 << at)))

  it.each(subsets.map((faults) => ({ faults: faults.join(', ') || 'nothing', set: faults })))(
    'is kept with $faults wrong',
    async ({ set }) => {
      setRateCounter(counter(set.includes('limit')))
      const response = await POST(faulty(new Set(set)))
      const first = FAULTS.find((fault) => set.includes(fault))
      expect(response.status).toBe(first === undefined ? 200 : STATUS[first])
      if (first !== undefined) expect(await response.json()).toMatchObject({ success: false })
    },
  )
})
