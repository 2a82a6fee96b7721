import type { Socket } from 'node:net'

const holds = new WeakMap<Socket, number>()

/**
 * Has nothing more read from a connection for a while: what its client goes on sending waits in the client's own buffers.
 * Begins two turns later, since Node reads on for the end of a request in the next one. Not by `setImmediate`: in a flood
 * the event loop reads from thousands of connections, several times each, before it comes to that.
 * @returns what ends it, to be called once; the connection is read again when nobody holds it any more
 */
export function holdReading(socket: Socket): () => void {
  holds.set(socket, (holds.get(socket) ?? 0) + 1)
  process.nextTick(() => process.nextTick(() => isHeld(socket) && socket.pause()))
  return () => {
    holds.set(socket, (holds.get(socket) ?? 1) - 1)
    if (!isHeld(socket) && !socket.destroyed) socket.resume()
  }
}

/** The same from this very moment on, also for what the system has announced as readable already. */
export function holdReadingNow(socket: Socket): () => void {
  const release = holdReading(socket)
  socket.pause()
  return release
}

function isHeld(socket: Socket): boolean {
  return (holds.get(socket) ?? 0) > 0
}
