import type { IncomingMessage } from 'node:http'

/** Bytes of a body that are held ahead of the handler. */
const AHEAD = 256 * 1024

/**
 * The body as a stream with back pressure. Unlike Readable.toWeb, cancelling it leaves the connection open, so that a
 * refusal in the middle of an upload can still be answered.
 */
export function requestBody(message: IncomingMessage): ReadableStream<Uint8Array> {
  let onData: (chunk: Buffer) => void
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        onData = (chunk) => {
          controller.enqueue(chunk)
          if ((controller.desiredSize ?? 0) <= 0) message.pause()
        }
        const fail = () => controller.error(new Error('The connection closed before the body was complete.'))
        // Nothing more is ever said of a connection that closed before anybody read the body.
        if (message.destroyed) return fail()
        message.once('end', () => {
          message.off('close', fail)
          if (onData !== ignore) controller.close()
        })
        message.once('close', fail)
        message.on('error', () => undefined)
        message.on('data', onData)
        message.pause()
      },
      pull: () => void message.resume(),
      cancel: () => {
        message.off('data', onData)
        onData = ignore
      },
    },
    { highWaterMark: AHEAD, size: (chunk) => chunk.byteLength },
  )
}

function ignore(): void {
  // What follows a cancelled body is read and dropped by the listener.
}
