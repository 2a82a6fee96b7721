import { randomBytes, timingSafeEqual } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'

const PEER_HEADER = 'x-internal-peer'

const holder = globalThis as typeof globalThis & { certificateServicePeerToken?: string }

/**
 * Writes the address of the connection into each request to Next's own server, where no handler sees the socket. The
 * header carries a token of this process, so that no other is believed, and replaces any header that a client sent
 * under its name.
 */
export function announcePeers(): void {
  const token = (holder.certificateServicePeerToken = randomBytes(24).toString('base64url'))
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage }
    request.headers[PEER_HEADER] = `${token} ${request.socket.remoteAddress ?? ''}`
  })
}

/** The address that `announcePeers` wrote into a request; null where it did not. */
export function announcedPeer(headers: Headers): string | null {
  const token = holder.certificateServicePeerToken
  const [given = '', address = ''] = (headers.get(PEER_HEADER) ?? '').split(' ')
  if (token === undefined || given.length !== token.length) return null
  return timingSafeEqual(Buffer.from(given), Buffer.from(token)) ? address : null
}

/** Whether Next's own server calls the handlers of this process, and not the front. */
export function isServedByNext(): boolean {
  return holder.certificateServicePeerToken !== undefined
}
