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
    onChange: (_, cause) => (why = cause instanceof Error ? ` (${cause.message.replace(/, with args.*/s, '')})` : ''),
  })
  try {
    await counter.start()
    const policy = counter.healthy ? await counter.evictionPolicy() : null
    if (policy !== null) {
      const message = `Redis drops counts when its memory is full (maxmemory-policy ${policy}), and more is let in than the limits say. Set noeviction there, or give the counts a Redis of their own.`
      return [{ id: 'counter', result: 'warning', message }]
    }
    if (counter.healthy)
      return [{ id: 'counter', result: 'good', message: 'Limits are counted in Redis, which answers.' }]
    const message = `Redis cannot count${why}: limits are counted in memory, and files are refused. docs/operations.md, “Several machines”, says what it needs.`
    return [{ id: 'counter', result: 'bad', message }]
  } finally {
    await counter.close()
  }
}
