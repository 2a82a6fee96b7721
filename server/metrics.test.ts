import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { metricsRegistry } from '@/lib/metrics'
import { ListenerFixture } from '@/test/server/listener-fixture'

let listener: ListenerFixture

beforeAll(async () => {
  listener = await ListenerFixture.start()
})
afterAll(() => listener.stop())

/** How much a counter grew while something was done. */
async function growth(name: string, labels: Record<string, string>, act: () => Promise<unknown>): Promise<number> {
  const read = async () => {
    const metric = await metricsRegistry().getSingleMetric(name)?.get()
    const wanted = Object.entries(labels)
    const row = metric?.values.find((value) =>
      wanted.every(([label, word]) => String((value.labels as Record<string, unknown>)[label]) === word),
    )
    return row?.value ?? 0
  }
  const before = await read()
  await act()
  return (await read()) - before
}

describe('every request is measured once', () => {
  it.each([
    ['GET /api/verify/AB12', 'verify', '200'],
    ['GET /api/health/live', 'other', '200'],
    ['GET /api/nowhere', 'refused', '404'],
    ['DELETE /api/verify/AB12', 'other', '405'],
    ['GET /api/broken', 'refused', '503'],
    ['GET http://elsewhere/', 'refused', '400'],
    ['GET /a-page', 'other', '404'],
    ['GET /icon.svg', 'file', '200'],
    ['GET /?' + 'a&'.repeat(5000), 'refused', '414'],
  ])('%s under %s, %s', async (line, group, code) => {
    const grown = await growth('certs_http_requests_total', { group, code }, () => listener.send(line))
    expect(grown).toBe(1)
  })

  it('with the time that it took', async () => {
    const counted = () => listener.send('GET /api/verify/AB12')
    const sum = { group: 'verify', le: '+Inf' }
    expect(await growth('certs_http_request_duration_seconds', sum, counted)).toBe(1)
  })

  it('and what counted it', async () => {
    const counted = () => listener.send('GET /api/verify/AB12')
    expect(await growth('certs_rate_counts_total', { source: 'memory' }, counted)).toBe(1)
  })
})
