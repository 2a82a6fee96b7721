import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PATIENCE_MS } from '@/test/badges/badge-network-scene'
import { makeAuthority, makeTlsCertificate } from '@/test/network/tls-certificate'
import { jsonAnswer, listenTls } from '@/test/network/tls-listener'
import { badgeNetwork } from './badge-network'
import { HostAllowance } from './host-allowance'

const HOST = 'issuer.example.com'

/** Stands for everything inside: every loopback address of the machine, one port. */
let inside: Server[]
let port: number
let connections = 0

beforeAll(async () => {
  const v4 = createServer((socket) => {
    connections++
    socket.destroy()
  }).listen(0, '0.0.0.0')
  await once(v4, 'listening')
  port = (v4.address() as { port: number }).port
  inside = [v4]
  const v6 = createServer((socket) => {
    connections++
    socket.destroy()
  })
  // A machine without IPv6 has nothing to reach there either.
  v6.on('error', () => undefined).listen({ port, host: '::1', ipv6Only: true })
  inside.push(v6)
})

afterAll(() => {
  for (const server of inside) server.close()
})

beforeEach(() => {
  connections = 0
})

/** The guard as the service has it, but for the port, so that a slip would arrive at our listener. */
function guard(answers: readonly string[] = ['127.0.0.1']) {
  const asked: string[] = []
  const resolve = (host: string) => {
    asked.push(host)
    return Promise.resolve([...answers])
  }
  return { network: badgeNetwork({ resolve, port, hosts: new HostAllowance(), milliseconds: PATIENCE_MS }), asked }
}

/** did:web as a careless resolver would turn it into an address. */
function carelessly(did: string): string {
  const path = did.slice('did:web:'.length).split(':').map(decodeURIComponent)
  return `https://${path.join('/')}${path.length === 1 ? '/.well-known' : ''}/did.json`
}

describe('nothing is connected to, nor looked up, for', () => {
  it.each([
    'did:web:localhost',
    'did:web:localhost%3A8080',
    'did:web:localhost.',
    'did:web:127.0.0.1',
    'did:web:127.1',
    'did:web:2130706433',
    'did:web:0x7f.0.0.1',
    'did:web:0177.0.0.1',
    'did:web:%5B%3A%3A1%5D',
    'did:web:%5B%3A%3Affff%3A127.0.0.1%5D',
    'did:web:%5B64%3Aff9b%3A%3A7f00%3A1%5D',
    'did:web:169.254.169.254:latest:meta-data',
    'did:web:user%40127.0.0.1',
    'did:web:issuer.example.com%40127.0.0.1',
    'did:web:issuer.example.com%3A8443',
    'did:web:issuer.example.com.',
    'did:web:issuer.example.com:..:..:admin',
    'did:web:issuer.example.com:%2E%2E:admin',
    'did:web:issuer.example.com:%252e%252e:admin',
    'did:web:issuer.example.com%2F..%2Fadmin',
    'did:web:issuer.example.com%5C@127.0.0.1',
    'did:web:issuer.example.com%0D%0AHost%3A%20127.0.0.1',
    'did:web:issuer.example.com%00',
    'did:web:%EF%BD%8C%EF%BD%8F%EF%BD%83%EF%BD%81%EF%BD%8C%EF%BD%88%EF%BD%8F%EF%BD%93%EF%BD%94',
    'did:web:b%C3%BCcher.example.com',
    'did:web:metadata.google.internal',
  ])('%s', async (did) => {
    const { network, asked } = guard()
    expect((await network.fetchDocument(carelessly(did), 'did')).kind).toBe('blocked')
    expect([connections, asked]).toEqual([0, []])
  })

  it.each(['http://issuer.example.com/', 'https://127.0.0.1/', 'https://[::1]/', 'https://issuer.example.com:8443/'])(
    '%s as a status list',
    async (address) => {
      const { network, asked } = guard()
      expect((await network.fetchDocument(address, 'status_list')).kind).toBe('blocked')
      expect([connections, asked]).toEqual([0, []])
    },
  )
})

describe('nothing is connected to when the name leads to', () => {
  it.each([
    [['127.0.0.1']],
    [['127.0.0.53']],
    [['0.0.0.0']],
    [['::1']],
    [['::']],
    [['10.0.0.1']],
    [['169.254.169.254']],
    [['fd00:ec2::254']],
    [['fe80::1']],
    [['::ffff:127.0.0.1']],
    [['::127.0.0.1']],
    [['64:ff9b::127.0.0.1']],
    [['64:ff9b:1::127.0.0.1']],
    [['2002:7f00:1::']],
    [['100.64.0.1']],
    [['224.0.0.1']],
    [['255.255.255.255']],
    [['93.184.216.34', '127.0.0.1']],
    [['127.0.0.1', '93.184.216.34']],
    [['93.184.216.34', '::1']],
    [['2606:4700:4700::1111', '::ffff:10.0.0.1']],
    [['not an address']],
  ])('%j', async (answers) => {
    const { network, asked } = guard(answers)
    expect(await network.fetchDocument(`https://${HOST}/did.json`, 'did')).toEqual({
      kind: 'blocked',
      reason: 'the host does not lead to public addresses only',
    })
    expect([connections, asked]).toEqual([0, [HOST]])
  })
})

describe('a name whose answer changes', () => {
  it('between the check and the connection, or from one fetch to the next, leads nowhere else', async () => {
    const authority = makeAuthority()
    const say = (socket: { write(answer: Buffer): unknown }) => socket.write(jsonAnswer('{}'))
    const outside = await listenTls(makeTlsCertificate(authority, [HOST]), say, { address: '127.0.0.1' })
    const private_ = await listenTls(makeTlsCertificate(authority, [HOST]), say, {
      address: '127.0.0.2',
      port: outside.port,
    })
    const asked: string[] = []
    const network = badgeNetwork({
      // First what may be reached, and from then on what may not.
      resolve: (host) => Promise.resolve([asked.push(host) === 1 ? '127.0.0.1' : '127.0.0.2']),
      isPublic: (address) => address === '127.0.0.1',
      port: outside.port,
      ca: authority.certificate,
      milliseconds: PATIENCE_MS,
      hosts: new HostAllowance(),
    })
    try {
      expect((await network.fetchDocument(`https://${HOST}/did.json`, 'did')).kind).toBe('document')
      expect([asked.length, outside.connections, private_.connections]).toEqual([1, 1, 0])
      expect((await network.fetchDocument(`https://${HOST}/did.json`, 'did')).kind).toBe('blocked')
      expect([asked.length, outside.connections, private_.connections]).toEqual([2, 1, 0])
    } finally {
      await outside.close()
      await private_.close()
    }
  })
})
