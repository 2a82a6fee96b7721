/** For tests: one process of a service with a route for every limit group, listening on a free port that it prints. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { env } from '@/lib/env'
import { endpoint } from '@/lib/http/endpoint'
import { LIMITS, type LimitGroupName } from '@/lib/http/limits/limits'
import { loadReach } from '@/lib/http/limits/reach'
import { rateCounter, setRateCounter } from '@/lib/store/limits/open-rate-counter'
import { RedisRateCounter } from '@/lib/store/limits/redis-rate-counter'
import { createListener } from '@/server/exchange/listener'
import { Route } from '@/server/exchange/routes'

/** Stands for a key that works, so that the group that counts per key can be counted without a database. */
const key = (token: string) => Promise.resolve({ issuerId: 'issuer', keyId: token })

const routes = Object.values(LIMITS)
  .filter(({ name }) => name !== 'refused_key')
  .map(({ name }) => {
    const group = name as keyof typeof LIMITS
    const door = name === 'issuer_lookup' ? { group, key } : { group }
    return new Route(`/api/${name}`, { GET: endpoint(door, () => new Response('{"success":true}')) })
  })
/** Takes many places of a group at once, as a body that asks for much does; none where none are asked for. */
const taken = new Route('/api/taken/:name/:places', {
  GET: endpoint(
    { params: z.object({ name: z.enum(Object.keys(LIMITS) as [LimitGroupName]), places: z.coerce.number() }) },
    async ({ params: { name, places }, draw }) => {
      if (places > 0) await draw(name, places)
      return new Response('{"success":true}')
    },
  ),
})

// How long a request waits for Redis, and whether there is a place for it, is measured elsewhere; here every request is
// counted, however slow the machine.
const { REDIS_URL } = env()
if (REDIS_URL) setRateCounter(new RedisRateCounter(REDIS_URL, { patienceMs: 8000 }))

await loadReach(env())
// A process gives Redis a second before it serves; beside others that start, a slow machine takes longer.
do {
  await rateCounter().start()
} while (!rateCounter().healthy)
const server = createListener({
  routes: [...routes, taken],
  places: { most: Infinity },
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
console.log(JSON.stringify({ port: (server.address() as AddressInfo).port }))
process.on('disconnect', () => process.exit(0))
