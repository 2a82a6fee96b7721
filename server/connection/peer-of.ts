import type { Socket } from 'node:net'
import { normaliseAddress } from '@/lib/domain/text/normalise-address'

/** The address at the other end of a connection, in its one spelling. */
export function peerOf(socket: Socket): string {
  const peer = socket.remoteAddress ?? ''
  return normaliseAddress(peer) ?? peer
}
