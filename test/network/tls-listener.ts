import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { createServer, type TlsOptions, type TLSSocket } from 'node:tls'
import type { TlsCertificate } from './tls-certificate'

/** A TLS server on loopback that says whatever a test wants, in raw bytes. */
export interface TlsListener {
  port: number
  /** TCP connections that were made, TLS or not. */
  readonly connections: number
  /** What was asked: the head of each request. */
  readonly requests: string[]
  /** Resolves when the newest connection is closed. */
  closed(): Promise<unknown>
  close(): Promise<void>
}

/**
 * Starts one.
 * @param say called once for each request, when its head is there
 * @param where an address of loopback; `tls`: how it speaks TLS
 */
export async function listenTls(
  { certificate, key }: TlsCertificate,
  say: (socket: TLSSocket, head: string) => void,
  { address = '127.0.0.1', port = 0, tls = {} as TlsOptions } = {},
): Promise<TlsListener> {
  const sockets: Socket[] = []
  const requests: string[] = []
  const server = createServer({ cert: certificate, key, ...tls }, (socket) => {
    let head = ''
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk) => {
      head += chunk.toString('latin1')
      if (!head.includes('\r\n\r\n')) return
      requests.push(head)
      say(socket, head)
      head = ''
    })
  })
  server.on('connection', (socket: Socket) => {
    socket.on('error', () => socket.destroy())
    sockets.push(socket)
  })
  // A client that refuses the certificate is what some tests are about.
  server.on('tlsClientError', () => undefined)
  server.listen(port, address)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return sockets.length
    },
    requests,
    closed: async () => {
      const newest = sockets.at(-1)
      // A reset is an end too, which `once` would throw.
      if (newest && !newest.closed) await new Promise((resolve) => newest.once('close', resolve))
    },
    close: async () => {
      if (!server.listening) return
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** An HTTP/1.1 answer in one piece. */
export function httpAnswer(status: string, headers: Record<string, string | number>, body: Uint8Array | string = '') {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n`), Buffer.from(body)])
}

/** The answer to a request for a JSON document, as it should be. */
export function jsonAnswer(body: Uint8Array | string, headers: Record<string, string | number> = {}) {
  const own = { 'content-type': 'application/json', 'content-length': Buffer.from(body).length, ...headers }
  return httpAnswer('200 OK', own, body)
}
