import { Socket } from 'node:net'

const holds = new WeakMap<Socket, number>()

/**
 * Stops reading from a connection: what its client goes on sending waits in the client's own buffers. Node would resume
 * a connection by itself when it has just been accepted and when it drops the rest of a request; meanwhile it cannot.
 * @returns what ends it, to be called once; the connection is read again when nobody holds it any more
 */
export function holdReading(socket: Socket): () => void {
  holds.set(socket, (holds.get(socket) ?? 0) + 1)
  socket.resume = resumeUnlessHeld
  stop(socket)
  // One that was resumed a moment ago begins to be read in the next tick, although it was paused in between.
  process.nextTick(() => process.nextTick(() => isHeld(socket) && stop(socket)))
  return () => {
    holds.set(socket, (holds.get(socket) ?? 1) - 1)
    if (!isHeld(socket) && !socket.destroyed) socket.resume()
  }
}

/** Node stops to read at the event, which `pause` gives only where it changed something. */
function stop(socket: Socket): void {
  socket.pause()
  socket.emit('pause')
}

function resumeUnlessHeld<S extends Socket>(this: S): S {
  return isHeld(this) ? this : (Socket.prototype.resume.call(this) as S)
}

function isHeld(socket: Socket): boolean {
  return (holds.get(socket) ?? 0) > 0
}
