import type { Socket } from 'node:net'
import { MOST_MESSAGE_BYTES } from '@/lib/contract/signer'

const LENGTH_BYTES = 4

/**
 * Reads messages off a socket: each is JSON behind its length in four bytes, most significant first.
 * @param onMessage gets the parsed JSON of each, in order
 * @param onFault what is no message, or too long a one: nothing is read after it
 */
export function readFrames(
  socket: Socket,
  onMessage: (message: unknown) => void,
  onFault: (fault: Error) => void,
): void {
  let held: Buffer[] = []
  let size = 0
  let faulty = false
  const take = (bytes: number): Buffer => {
    const all = held.length === 1 && held[0] ? held[0] : Buffer.concat(held)
    held = [all.subarray(bytes)]
    size -= bytes
    return all.subarray(0, bytes)
  }
  let expected: number | null = null
  socket.on('data', (chunk: Buffer) => {
    if (faulty) return
    held.push(chunk)
    size += chunk.length
    try {
      for (;;) {
        if (expected === null) {
          if (size < LENGTH_BYTES) return
          expected = take(LENGTH_BYTES).readUInt32BE()
          if (expected > MOST_MESSAGE_BYTES) throw new Error('a message is too long')
        }
        if (size < expected) return
        const text = new TextDecoder('utf-8', { fatal: true }).decode(take(expected))
        expected = null
        onMessage(JSON.parse(text))
      }
    } catch (error) {
      faulty = true
      onFault(error as Error)
    }
  })
}

/** Writes one message. @returns false when it is too long, and nothing was written */
export function writeFrame(socket: Socket, message: unknown): boolean {
  const body = Buffer.from(JSON.stringify(message), 'utf8')
  if (body.length > MOST_MESSAGE_BYTES) return false
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE(body.length)
  socket.write(Buffer.concat([length, body]))
  return true
}
