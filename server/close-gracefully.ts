import type { Server } from 'node:http'
import { beginShutdown } from '@/lib/http/shutdown'

/**
 * Stops a server: no new connections, idle ones closed, requests in flight finished, each with `connection: close`.
 * @param server to stop
 * @param patienceMs after which connections that are still busy are cut
 */
export async function closeGracefully(server: Server, patienceMs = 10_000): Promise<void> {
  beginShutdown()
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), patienceMs)
  timer.unref()
  await closed
  clearTimeout(timer)
}
