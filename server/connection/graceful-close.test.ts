import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { beginShutdown } from '@/lib/http/operation/shutdown'
import { ListenerFixture } from '@/test/server/listener-fixture'
import { rawRequest } from '@/test/server/raw-request'

let listener: ListenerFixture

afterEach(() => listener.stop())

describe('closing', () => {
  it('cuts what takes too long', async () => {
    listener = await ListenerFixture.start()
    const request = once(listener.server, 'request')
    const inFlight = rawRequest(listener.port, 'GET /api/slow HTTP/1.1\r\nhost: x\r\n\r\n')
    await request
    await listener.close(50)
    expect((await inFlight).text).toBe('')
  })

  it('comes after a time in which it answers on, and says that it is about to stop', async () => {
    listener = await ListenerFixture.start()
    beginShutdown()
    const answer = await rawRequest(listener.port, 'GET /api/health/live HTTP/1.1\r\nhost: x\r\n\r\n')
    expect(answer.status).toBe(200)
    expect(answer.headers.connection).toBe('close')
    await listener.close()
    await expect(rawRequest(listener.port, 'GET / HTTP/1.1\r\n\r\n')).rejects.toThrow(/ECONNREFUSED/)
  })

  it('finishes what is in flight, closes kept connections and takes no new ones', async () => {
    listener = await ListenerFixture.start()
    const idle = connect(listener.port, '127.0.0.1')
    await once(idle, 'connect')
    const idleClosed = once(idle, 'close')
    const request = once(listener.server, 'request')
    const inFlight = rawRequest(listener.port, 'GET /api/slow HTTP/1.1\r\nhost: x\r\n\r\n')
    await request
    const closed = listener.close()
    listener.release()
    const answer = await inFlight
    expect(answer.status).toBe(200)
    expect(answer.body).toContain('done')
    idle.resume()
    await Promise.all([closed, idleClosed])
    await expect(rawRequest(listener.port, 'GET / HTTP/1.1\r\n\r\n')).rejects.toThrow(/ECONNREFUSED/)
  })
})
