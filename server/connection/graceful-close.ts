import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { beginShutdown } from '@/lib/http/operation/shutdown'

const SWEEP_EVERY_MS = 50

/**
 * Prepares a server for closing gracefully by tracking its connections. Node itself closes only those that have carried
 * a request already.
 * @returns a function that stops the server: first it only says that it is not ready, so that balancers send nobody
 * here any more; then no new connections, unused ones closed, requests in flight finished. Its arguments: milliseconds
 * after which connections that are still busy are cut, and what settles once balancers have noticed
 */
export function gracefulClose(server: Server): (patienceMs?: number, noticed?: Promise<unknown>) => Promise<void> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return async (patienceMs = 10_000, noticed = Promise.resolve()) => {
    beginShutdown()
    await noticed
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    const sweep = () => {
      server.closeIdleConnections()
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    }
    sweep()
    const timers = [setInterval(sweep, SWEEP_EVERY_MS), setTimeout(() => server.closeAllConnections(), patienceMs)]
    await closed
    for (const timer of timers) clearTimeout(timer)
  }
}
