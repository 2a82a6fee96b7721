import type { Socket } from 'node:net'
import { MOST_MESSAGE_BYTES } from '@/lib/contract/signer'

const LENGTH_BYTES = 4

/**
 * Reads messages off a socket: each is JSON behind its length in four bytes, most significant first. A message that comes in
 * many small parts takes no more memory than one that comes whole.
 * @param onMessage gets the parsed JSON of each, in order, and how many bytes it took
 * @param onFault what is no message, or too long a one: nothing is read after it
 */
export function readFrames(
  socket: Socket,
  onMessage: (message: unknown, bytes: number) => void,
  onFault: (fault: Error) => void,
): void {
  const head = Buffer.alloc(LENGTH_BYTES)
  let body: Buffer | null = null
  let filled = 0
  let faulty = false
  /** @returns how much of the bytes it took */
  const take = (bytes: Buffer): number => {
    const target = body ?? head
    const taken = bytes.copy(target, filled)
    filled += taken
    if (filled < target.length) return taken
    filled = 0
    if (body === null) {
      const length = head.readUInt32BE()
      if (length > MOST_MESSAGE_BYTES) throw new Error('a message is too long')
      body = Buffer.alloc(length)
      if (length > 0) return taken
    }
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    const { length } = body
    body = null
    onMessage(JSON.parse(text), length)
    return taken
  }
  socket.on('data', (chunk: Buffer) => {
    if (faulty) return
    try {
      for (let at = 0; at < chunk.length;) at += take(chunk.subarray(at))
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
