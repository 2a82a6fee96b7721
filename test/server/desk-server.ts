/**
 * A process of its own that answers every path of the desk through the service's listener, with the environment that it
 * was given. Says its port on standard output.
 */
import type { AddressInfo } from 'node:net'
import { env } from '@/lib/env'
import { loadReach } from '@/lib/http/limits/reach'
import { createListener } from '@/server/exchange/listener'
import { loadRoutes } from '@/server/exchange/routes'

await loadReach(env())
const all = await loadRoutes()
const server = createListener({
  routes: all.filter(({ pattern }) => /^\/dashboard(\/|$)/.test(pattern)),
})
server.listen(0, '127.0.0.1', () => console.log(`port ${(server.address() as AddressInfo).port}`))
