import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { expectSentence } from '@/test/server/expect-refusal'
import { ListenerFixture } from '@/test/server/listener-fixture'
import { requestBody } from './request-body'

let listener: ListenerFixture
beforeEach(async () => {
  listener = await ListenerFixture.start()
})
afterEach(() => listener.stop())

const chunks = (body: string, size: number) => {
  const parts = Array.from({ length: Math.ceil(body.length / size) }, (_, at) => body.slice(at * size, (at + 1) * size))
  return parts.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join('')
}
const send = (text: string) => listener.send('POST /api/lookup', 'transfer-encoding: chunked\r\n', text)

describe('a body in chunks', () => {
  it.each([1, 7, 100, 4000])('of %i bytes is read', async (size) => {
    const body = JSON.stringify({ value: 'x'.repeat(size === 1 ? 3000 : 60_000) })
    const answer = await send(`${chunks(body, size)}0\r\n\r\n`)
    expect(answer.status).toBe(size === 7 ? 400 : 200)
  })

  it('of a byte without end is refused, and the connection closed', async () => {
    const answer = await send(chunks(' '.repeat(60_000), 1))
    expectSentence(answer, 400)
    expect(answer.body).toContain('hardly a byte')
  })

  it('of a byte is nobody’s to wait for behind another request', async () => {
    const client = connect(listener.port, '127.0.0.1').on('error', () => undefined)
    const head = 'POST /api/lookup HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n'
    client.resume().write(`GET /api/slow HTTP/1.1\r\nhost: localhost\r\n\r\n${head}${chunks(' '.repeat(60_000), 1)}`)
    await new Promise((resolve) => client.once('close', resolve))
  })
})

describe('a body whose reader has gone', () => {
  const stream = () => {
    const source = new PassThrough()
    return { source, body: requestBody(source as unknown as IncomingMessage) }
  }
  const settled = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)))

  it('may go on coming', async () => {
    const { source, body } = stream()
    const reader = body.getReader()
    source.write('a')
    await settled()
    void reader.cancel()
    source.write('b')
    await settled()
    source.end('c')
    await settled()
    expect(await reader.read()).toEqual({ done: true, value: undefined })
  })

  it('fails where its connection closed, before it was read or after', async () => {
    const before = new PassThrough()
    before.destroy()
    await expect(
      requestBody(before as unknown as IncomingMessage)
        .getReader()
        .read(),
    ).rejects.toThrow(/closed before/)
    const { source, body } = stream()
    source.write('a')
    source.destroy()
    await settled()
    await expect(body.getReader().read()).rejects.toThrow(/closed before/)
  })
})
