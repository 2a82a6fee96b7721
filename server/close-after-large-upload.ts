import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { holdReading } from './hold-reading'

/** A refused upload of at most this size is read to its end, so that the connection stays usable (bytes). */
const READ_ON = 64 * 1024
/** How long a longer one is read on, so that the caller sees the answer before the connection closes. */
const LINGER_MS = 2000
/** Of pieces as uploads come in that is far more than any; of chunks of a byte it costs a few milliseconds. */
const MOST_PIECES = 1000

/**
 * Node reads an unread body to its end before the next request, however long it is. After a large one the connection is
 * closed instead, in stages (RFC 9112, section 9.6): first our side, then the caller's once all of it was sent or a
 * moment has passed. Closing both at once would reset the connection, and a browser would show that in place of the
 * answer.
 * @param answer whose headers are not yet written
 */
export function closeAfterLargeUpload(message: IncomingMessage, answer: ServerResponse): void {
  const announced = message.headers['content-length']
  if (message.complete || (announced === undefined && message.headers['transfer-encoding'] === undefined)) return
  if (Number(announced ?? Infinity) <= READ_ON) return
  answer.setHeader('connection', 'close')
  const { socket } = message
  endInStages(socket, () => {
    let pieces = 0
    message.on('data', () => ++pieces > MOST_PIECES && socket.destroy())
    message.once('end', () => socket.destroy())
    message.resume()
  })
}

/**
 * The same for a request that was refused before anything was done for it: nothing of its body is read. Who sends much, in
 * pieces of a byte above all, must not be able to make reading it the work of everybody's thread.
 * @param answer whose headers are not yet written
 */
export function closeUnread(message: IncomingMessage, answer: ServerResponse): void {
  if (message.complete) return
  answer.setHeader('connection', 'close')
  endInStages(message.socket, () => holdReading(message.socket))
}

function endInStages(socket: Socket, meanwhile: () => unknown): void {
  // What Node calls once the last answer of a connection is written.
  socket.destroySoon = () => {
    socket.end()
    const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref()
    socket.once('close', () => clearTimeout(timer))
    meanwhile()
  }
}
