import { type IncomingMessage, request } from 'node:http'
import type { Exchange } from '@/test/server/http-exchange'

/** What is sent, as it goes over the wire. */
export interface Sent {
  method: string
  target: string
  headers: Record<string, string | string[]>
  body?: string | Uint8Array
}

let asked = 0

/** An address that nobody asked from before, out of 198.18.0.0/15, which is set aside for tests. */
export function newAddress(): string {
  asked += 1
  return `198.${18 + ((asked >> 16) & 1)}.${(asked >> 8) & 255}.${asked & 255}`
}

/**
 * Sends one request to a port of this machine on a connection of its own; nothing is tidied up.
 * @returns the answer as it came; status 0 where the connection was closed without one
 */
export function ask(port: number, { method, target, headers, body }: Sent): Promise<Exchange> {
  return new Promise((resolve) => {
    const all = { 'x-forwarded-for': newAddress(), ...headers }
    const list = Object.entries(all).flatMap(([name, value]) => [value].flat().flatMap((one) => [name, one]))
    const sent = request({ host: '127.0.0.1', port, method, path: target, headers: list, agent: false })
    const none = () => resolve({ status: 0, headers: {}, body: Buffer.alloc(0) })
    const take = (answer: IncomingMessage) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.once('error', none)
      answer.once('end', () => resolve(exchangeOf(answer, Buffer.concat(chunks))))
    }
    sent.once('response', take)
    sent.once('connect', (answer, socket, first) => {
      const chunks: Buffer[] = [first]
      socket.on('data', (chunk: Buffer) => chunks.push(chunk))
      socket.once('close', () => resolve(exchangeOf(answer, Buffer.concat(chunks))))
    })
    sent.once('error', none)
    sent.end(body)
  })
}

function exchangeOf(answer: IncomingMessage, body: Buffer): Exchange {
  const named = Object.entries(answer.headers).map(([name, value]) => [name, [value].flat().join(', ')])
  return { status: answer.statusCode ?? 0, headers: Object.fromEntries(named) as Record<string, string>, body }
}
