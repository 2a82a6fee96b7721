import { IncomingMessage, type ServerResponse } from 'node:http'

/** Pieces of a body that are as much work as a request. */
const PIECES_A_REQUEST = 16
/** Past so many pieces there must be so many bytes in them on average: chunks of a byte are nearly all framing and work. */
const MANY_PIECES = 4096
const FEW_BYTES = 32

/** What is done about the pieces of a body. */
interface BodyWeighed {
  /** It brought as much work as another request. */
  weigh: () => void
  /** It is nearly all framing; called once. */
  hardlyAByte: () => void
}

/**
 * Watches in how many pieces a body comes. Node hands over every chunk by itself, at once and whether anybody reads it or
 * not: two hundred packets of chunks of a byte are two million pieces in one turn of the event loop, and a gigabyte.
 */
export function weighBody(message: IncomingMessage, answer: ServerResponse, { weigh, hardlyAByte }: BodyWeighed): void {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = message.headers
  if (length === '0' && coding === undefined) return
  let [pieces, bytes] = [0, 0]
  const push: IncomingMessage['push'] = (piece: Buffer | null, encoding) => {
    pieces += 1
    bytes += piece?.length ?? 0
    if (pieces % PIECES_A_REQUEST === 0) weigh()
    if (pieces > MANY_PIECES && bytes < pieces * FEW_BYTES) {
      message.push = drop
      hardlyAByte()
      return false
    }
    return IncomingMessage.prototype.push.call(message, piece, encoding)
  }
  message.push = push
  // What nobody has begun to read by the time of the answer is dropped by Node, unseen: it is begun, and dropped here, before
  // whoever bounds how much is read on begins to count.
  message.read(0)
  answer.prependOnceListener('finish', () => !message.complete && message.removeAllListeners('data').resume())
}

/** What follows in the same packet. */
function drop(): boolean {
  return false
}
