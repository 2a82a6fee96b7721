import type { Socket } from 'node:net'

const holds = new WeakMap<Socket, number>()

/**
 * Has nothing more read from a connection for a while: what its client goes on sending waits in the client's own buffers.
 * Begins two turns later, since Node reads on for the end of a request in the next one. Not by `setImmediate`: in a flood
 * the event loop reads from thousands of connections, several times each, before it comes to that.
 * @returns what ends it, to be called once; the connection is read again when nobody holds it any more
 */
export function holdReading(socket: Socket): () => void {
  const isHeld = () => (holds.get(socket) ?? 0) > 0
  holds.set(socket, (holds.get(socket) ?? 0) + 1)
  process.nextTick(() => process.nextTick(() => isHeld() && socket.pause()))
  return () => {
    holds.set(socket, (holds.get(socket) ?? 1) - 1)
    if (!isHeld() && !socket.destroyed) socket.resume()
  }
}
