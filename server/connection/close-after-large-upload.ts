import type { IncomingMessage, ServerResponse } from 'node:http'

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
 * @param mostPieces read on at most: reading what is dropped must not be the work of everybody's thread
 */
export function closeAfterLargeUpload(
  message: IncomingMessage,
  answer: ServerResponse,
  mostPieces = MOST_PIECES,
): void {
  const announced = message.headers['content-length']
  if (message.complete || (announced === undefined && message.headers['transfer-encoding'] === undefined)) return
  if (Number(announced ?? Infinity) <= READ_ON) return
  answer.setHeader('connection', 'close')
  const { socket } = message
  // What Node calls once the last answer of a connection is written.
  socket.destroySoon = () => {
    socket.end()
    const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref()
    socket.once('close', () => clearTimeout(timer))
    let pieces = 0
    message.on('data', () => ++pieces > mostPieces && socket.destroy())
    message.once('end', () => socket.destroy())
    message.resume()
  }
}
