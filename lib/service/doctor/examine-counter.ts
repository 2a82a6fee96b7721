import { env } from '@/lib/env'
import { RedisRateCounter } from '@/lib/store/limits/redis-rate-counter'
import type { DoctorFinding } from './doctor-finding'

/** Where requests are counted, and what stands in the way. */
export async function examineCounter(): Promise<DoctorFinding[]> {
  const url = env().REDIS_URL
  if (!url) {
    const message = 'Limits are counted in memory: right for one server process; set REDIS_URL for more.'
    return [{ id: 'counter', result: 'good', message }]
  }
  let why = ''
  const counter = new RedisRateCounter(url, {
    onChange: (_, cause) => (why = cause instanceof Error ? ` (${cause.message})` : ''),
  })
  try {
    await counter.start()
    if (counter.healthy)
      return [{ id: 'counter', result: 'good', message: 'Limits are counted in Redis, which answers.' }]
    const message = `Redis does not answer${why}: limits are counted in memory, and files are refused.`
    return [{ id: 'counter', result: 'bad', message }]
  } finally {
    await counter.close()
  }
}
