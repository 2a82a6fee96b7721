import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { beginShutdown } from '@/lib/http/operation/shutdown'

const SWEEP_EVERY_MS = 50

/**
 * Prepares a server for closing gracefully by tracking its connections. Node itself closes only those that have carried
 * a request already.
 * @returns a function that stops the server: no new connections, unused ones closed, requests in flight finished. Its
 * argument: milliseconds after which connections that are still busy are cut
 */
export function gracefulClose(server: Server): (patienceMs?: number) => Promise<void> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return async (patienceMs = 10_000) => {
    beginShutdown()
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
