import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import {
  blocked,
  document,
  FETCHED_ADDRESS,
  FETCHED_HOST,
  fetchedAuthority,
  fetchFrom,
  listenAsHost,
  networkTo,
  saying,
  unreachable,
} from '@/test/badges/badge-network-scene'
import { makeAuthority, makeTlsCertificate } from '@/test/network/tls-certificate'
import { httpAnswer, jsonAnswer } from '@/test/network/tls-listener'
import { HostAllowance } from './host-allowance'

const DOCUMENT = '{"id":"did:web:issuer.example.com"}'

describe('what is fetched', () => {
  it('a document, over TLS for the host’s name, asked for plainly', async () => {
    const listener = await listenAsHost(
      saying(jsonAnswer(DOCUMENT, { 'content-type': 'Application/DID+json; charset=utf-8' })),
    )
    const fetched = await networkTo(listener).fetchDocument(`${FETCHED_ADDRESS}?a=1#key`, 'did')
    expect(fetched).toEqual({ kind: 'document', bytes: Buffer.from(DOCUMENT), mediaType: 'application/did+json' })
    const [head = ''] = listener.requests
    expect(head).toMatch(/^GET \/\.well-known\/did\.json\?a=1 HTTP\/1\.1\r\n/)
    expect(head).toMatch(/\r\nhost: issuer\.example\.com\r\n/i)
    expect(head).toMatch(/\r\naccept-encoding: gzip, identity\r\n/i)
    expect(head).not.toMatch(/cookie|authorization|referer|origin/i)
  })

  it('in pieces, without a length, or zipped', async () => {
    const chunked = `5\r\n${DOCUMENT.slice(0, 5)}\r\n${(DOCUMENT.length - 5).toString(16)}\r\n${DOCUMENT.slice(5)}\r\n0\r\n\r\n`
    const type = { 'content-type': 'application/json' }
    expect(await fetchFrom(httpAnswer('200 OK', { ...type, 'transfer-encoding': 'chunked' }, chunked))).toEqual(
      document(DOCUMENT),
    )
    expect(await fetchFrom(httpAnswer('200 OK', type, DOCUMENT), 'did', (socket) => socket.end())).toEqual(
      document(DOCUMENT),
    )
    expect(await fetchFrom(jsonAnswer(gzipSync(DOCUMENT), { 'content-encoding': 'gzip' }))).toEqual(document(DOCUMENT))
  })

  it('of exactly the most bytes that it may have', async () => {
    const small = 'x'.repeat(64 * 1024)
    const large = 'x'.repeat(512 * 1024)
    expect(await fetchFrom(jsonAnswer(small))).toEqual(document(small))
    expect(await fetchFrom(jsonAnswer(large), 'status_list')).toEqual(document(large))
    const unzipped = 'x'.repeat(2048 * 1024)
    const zipped = jsonAnswer(gzipSync(unzipped), { 'content-encoding': 'gzip' })
    expect(await fetchFrom(zipped, 'status_list')).toEqual(document(unzipped))
  })

  it.each(['application/vc', 'application/vc+jwt', 'text/plain'])('a status list as %s', async (type) => {
    const answer = jsonAnswer('list', { 'content-type': type })
    expect(await fetchFrom(answer, 'status_list')).toEqual(document('list', type))
    expect(await fetchFrom(answer, 'did')).toEqual(blocked('the answer is of another media type'))
  })
})

describe('whose certificate', () => {
  const BAD = unreachable('the TLS certificate of the host is not good for it')
  it.each([
    ['another host’s', makeTlsCertificate(fetchedAuthority, ['other.example.com'])],
    ['one that is over', makeTlsCertificate(fetchedAuthority, [FETCHED_HOST], { expired: true })],
    ['one of an authority that nobody knows', makeTlsCertificate(makeAuthority(), [FETCHED_HOST])],
  ])('%s: nothing is asked', async (_, wrong) => {
    const listener = await listenAsHost(saying(jsonAnswer(DOCUMENT)), wrong)
    expect(await networkTo(listener).fetchDocument(FETCHED_ADDRESS, 'did')).toEqual(BAD)
    expect([listener.connections, listener.requests]).toEqual([1, []])
  })
})

describe('how often', () => {
  it('four documents for one badge; what is refused before is not one of them', async () => {
    const listener = await listenAsHost(saying(jsonAnswer(DOCUMENT)))
    const network = networkTo(listener)
    expect((await network.fetchDocument('http://issuer.example.com/', 'did')).kind).toBe('blocked')
    const fetched = await Promise.all(Array.from({ length: 6 }, () => network.fetchDocument(FETCHED_ADDRESS, 'did')))
    expect(fetched.map(({ kind }) => kind)).toEqual([...Array<string>(4).fill('document'), 'blocked', 'blocked'])
    expect(fetched.at(-1)).toEqual(blocked('more than 4 documents would be needed'))
    expect(listener.connections).toBe(4)
  })

  it('ten a minute of one host, for all badges together, however it is written', async () => {
    const listener = await listenAsHost(saying(jsonAnswer(DOCUMENT)))
    const hosts = new HostAllowance({ now: () => 0 })
    const ask = (address: string) => networkTo(listener, { hosts }).fetchDocument(address, 'did')
    for (let asked = 0; asked < 10; asked++) expect((await ask(FETCHED_ADDRESS)).kind).toBe('document')
    for (const address of [FETCHED_ADDRESS, 'https://ISSUER.example.com:443/other']) {
      expect(await ask(address)).toEqual(unreachable('the host was asked too often in this minute'))
    }
    expect(listener.connections).toBe(10)
  })
})
