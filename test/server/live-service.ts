import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'
import { env, parseEnv, setEnv } from '@/lib/env'
import { loadReach } from '@/lib/http/limits/reach'
import { endShutdown } from '@/lib/http/operation/shutdown'
import { MemoryRateCounter } from '@/lib/store/limits/memory-rate-counter'
import { setRateCounter } from '@/lib/store/limits/open-rate-counter'
import { gracefulClose } from '@/server/connection/graceful-close'
import { createListener } from '@/server/exchange/listener'
import { loadRoutes, type Route } from '@/server/exchange/routes'

/** The service of the suite, once `beforeAll` ran. */
export interface LiveService {
  /** Where it listens, which is its BASE_URL too. */
  readonly origin: string
  /** Every route of the application. */
  readonly routes: readonly Route[]
}

/** Serves all routes of the application on the loopback; after `useServiceDatabase`, which configures the rest. */
export function useLiveService(): LiveService {
  const live = { origin: '', routes: [] as Route[] }
  let server: Server
  let close: (patienceMs?: number) => Promise<void>
  beforeAll(async () => {
    live.routes = await loadRoutes()
    server = createListener({ routes: live.routes })
    close = gracefulClose(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    live.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    setEnv({ ...env(), BASE_URL: live.origin })
    endShutdown()
    setRateCounter(new MemoryRateCounter())
    await loadReach(parseEnv({}))
  })
  afterAll(async () => {
    setRateCounter(undefined)
    await close(0)
  })
  return live
}
