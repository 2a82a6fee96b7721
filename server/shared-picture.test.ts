import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as scan from '@/app/scan/route'
import { parseEnv, setEnv } from '@/lib/env'
import { loadReach } from '@/lib/http/limits/reach'
import { createListener } from './exchange/listener'
import { Route } from './exchange/routes'

/** What is shared with the app while its service worker is not there: a picture of any size, sent to us. */
const server = () => createListener({ routes: [new Route('/scan', scan)] })
let listener: ReturnType<typeof server>
let port: number

beforeEach(async () => {
  setEnv(parseEnv({ NODE_ENV: 'test' }))
  await loadReach(parseEnv({}))
  listener = server().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  ;({ port } = listener.address() as AddressInfo)
})

afterEach(() => {
  vi.useRealTimers()
  listener.closeAllConnections()
  listener.close()
})

/** Sends the head and a first part of a body, and no more; gives the answer once the connection is closed. */
async function share(head: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `POST /scan HTTP/1.1\r\nhost: localhost\r\ncontent-type: multipart/form-data; boundary=x\r\n${head}\r\n\r\n`,
  )
  socket.write('1000\r\n' + 'x'.repeat(0x1000))
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
  socket.on('error', () => undefined)
  await once(socket, 'close')
  return text
}

it.each([
  ['of 200 MB', 'content-length: 200000000'],
  ['of unknown length', 'transfer-encoding: chunked'],
])('a body %s is answered before it is there, and the connection closed', async (_, head) => {
  const answer = await share(head)
  expect(answer).toMatch(/^HTTP\/1\.1 303 /)
  expect(answer).toMatch(/\r\nlocation: \/scan\r\n/)
  expect(answer).toMatch(/\r\nconnection: close\r\n/i)
})

it('a picture that is still on its way when the answer comes resets nothing', async () => {
  // It is read on for two seconds, in which a busy machine may not send it.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const size = 300_000
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  const errors: Error[] = []
  socket.on('error', (error) => errors.push(error))
  socket.resume()
  socket.write(`POST /scan HTTP/1.1\r\nhost: localhost\r\ncontent-type: image/png\r\ncontent-length: ${size}\r\n\r\n`)
  const closed = once(socket, 'close')
  await once(socket, 'end')
  for (let sent = 0; sent < size; sent += 50_000)
    await new Promise((resolve) => socket.write(Buffer.alloc(50_000, 'x'), resolve))
  socket.end()
  await closed
  expect(errors).toEqual([])
})
