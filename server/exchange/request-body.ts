import type { IncomingMessage } from 'node:http'

/** The bytes of a body that are read ahead of the handler. */
const AHEAD = 256 * 1024

/**
 * The body as a stream with back pressure. Unlike Readable.toWeb, cancelling it leaves the connection open, so that a
 * refusal in the middle of an upload can still be answered. What comes in one packet is handed on as one piece, in however
 * many chunks it was sent.
 */
export function requestBody(message: IncomingMessage): ReadableStream<Uint8Array> {
  let give: (chunk: Buffer) => void = ignore
  let end: () => void = ignore
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const pieces = new Pieces((bytes) => {
          controller.enqueue(bytes)
          if ((controller.desiredSize ?? 0) <= 0) message.pause()
        })
        const fail = (reason: string) => () => {
          end()
          controller.error(new Error(reason))
        }
        const broken = fail('The connection closed before the body was complete.')
        // Nothing more is ever said of a connection that closed before anybody read the body.
        if (message.destroyed) return broken()
        give = (chunk) => pieces.add(chunk)
        const finish = () => {
          pieces.flush()
          end()
          controller.close()
        }
        end = () => {
          pieces.drop()
          message.off('data', give).off('end', finish).off('close', broken)
        }
        message.on('error', ignore).on('data', give).once('end', finish).once('close', broken).pause()
      },
      pull: () => void message.resume(),
      // What follows is read and dropped by the listener.
      cancel: () => end(),
    },
    { highWaterMark: AHEAD, size: (chunk) => chunk.byteLength },
  )
}

/** What came in one turn of the event loop. */
class Pieces {
  readonly #hand: (bytes: Buffer) => void
  #waiting: Buffer[] = []

  constructor(hand: (bytes: Buffer) => void) {
    this.#hand = hand
  }

  add(piece: Buffer): void {
    if (this.#waiting.push(piece) === 1) setImmediate(() => this.flush())
  }

  flush(): void {
    if (this.#waiting.length > 0) this.#hand(Buffer.concat(this.#waiting.splice(0)))
  }

  drop(): void {
    this.#waiting = []
  }
}

function ignore(): void {
  // Nothing has begun yet, or what went wrong is said elsewhere.
}
