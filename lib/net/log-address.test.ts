import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { LogFormatError } from '@/lib/crypto/tlog/log-format-error'
import { parsePolicy } from '@/lib/crypto/tlog/trust-policy'
import { verifyLog } from '@/lib/domain/log/verify-log'
import { fetchedAuthority, FETCHED_HOST, listenAsHost, type Say } from '@/test/badges/badge-network-scene'
import { httpAnswer, type TlsListener } from '@/test/network/tls-listener'
import { ExampleLog, NOW, someLeaves } from '@/test/tlog/example-log'
import { LogAddress } from './log-address'

const ADDRESS = `https://${FETCHED_HOST}/log`
const OCTETS = { 'content-type': 'application/octet-stream' }

/** A log at an address, in a network in which loopback counts as public. */
const addressOf = (listener: TlsListener, isPublic = true) =>
  new LogAddress(ADDRESS, {
    resolve: () => Promise.resolve(['127.0.0.1']),
    isPublic: () => isPublic,
    port: listener.port,
    ca: fetchedAuthority.certificate,
  })
const pathOf = (head: string) => /^GET (\S+) /.exec(head)?.[1] ?? ''

/** Serves the files of a log. */
const serving =
  (log: ExampleLog): Say =>
  (socket, head) => {
    const file = log.files.get(pathOf(head).replace('/log/', ''))
    const type = {
      'content-type': pathOf(head).includes('/tile/') ? OCTETS['content-type'] : 'text/plain; charset=utf-8',
    }
    if (!file) socket.write(httpAnswer('404 Not Found', { 'content-length': 0 }))
    else socket.write(httpAnswer('200 OK', { ...type, 'content-encoding': 'gzip' }, gzipSync(file)), () => socket.end())
  }

describe('a log at an address', () => {
  it('is verified over TLS', async () => {
    const log = new ExampleLog()
    await log.grow(someLeaves(log.key, 600))
    const listener = await listenAsHost(serving(log))
    const found = await verifyLog(addressOf(listener), parsePolicy(Buffer.from(log.policy)), NOW)
    expect(found).toMatchObject({ faults: [], checkpoint: { size: 602 } })
    expect(listener.requests.map(pathOf)).toContain('/log/tile/entries/002.p/90')
  })

  it('lacks what answers 404 or 410, and cannot be read where the answer is another', async () => {
    const answers = ['404 Not Found', '410 Gone', '403 Forbidden', '302 Found', '500 Internal Server Error']
    const listener = await listenAsHost((socket, head) => {
      socket.write(httpAnswer(answers[Number(pathOf(head).at(-1))] ?? '', { location: '/x', 'content-length': 0 }))
    })
    const log = addressOf(listener)
    expect([await log.read('0', 9), await log.read('1', 9)]).toEqual([null, null])
    await expect(log.read('2', 9)).rejects.toThrow('could not be read: the answer was status 403.')
    await expect(log.read('3', 9)).rejects.toThrow('could not be read: the answer is a redirect.')
    await expect(log.read('4', 9)).rejects.toThrow('could not be read: the answer was status 500.')
  })

  it('is asked again when a connection breaks off, and not for ever', async () => {
    let asked = 0
    const listener = await listenAsHost((socket, head) => {
      if (pathOf(head).endsWith('never') || ++asked < 3) socket.destroy()
      else socket.write(httpAnswer('200 OK', { ...OCTETS, 'content-length': 2 }, 'ok'))
    })
    expect(await addressOf(listener).read('x', 9)).toEqual(Buffer.from('ok'))
    expect(asked).toBe(3)
    await expect(addressOf(listener).read('never', 9)).rejects.toThrow('could not be read')
    expect(listener.requests).toHaveLength(6)
  })

  it('gives no file that is longer than it may be', async () => {
    const listener = await listenAsHost((socket) => {
      socket.write(httpAnswer('200 OK', { ...OCTETS, 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(10))), () =>
        socket.end(),
      )
    })
    await expect(addressOf(listener).read('x', 9)).rejects.toThrow(LogFormatError)
    expect(await addressOf(listener).read('x', 50)).toHaveLength(10)
  })

  it('leads to public addresses alone', async () => {
    const listener = await listenAsHost((socket) => socket.end())
    await expect(addressOf(listener, false).read('x', 9)).rejects.toThrow('does not lead to public addresses only')
    expect(listener.connections).toBe(0)
  })

  it.each(['http://log.example/log', 'https://127.0.0.1/log', 'https://localhost/log', 'https://log.example:8443/log'])(
    'is not %s',
    (address) => {
      expect(() => new LogAddress(address)).toThrow('is not read')
    },
  )
})
