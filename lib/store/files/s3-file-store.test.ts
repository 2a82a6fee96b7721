import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer, type Server } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { S3Server } from '@/test/network/s3-server'
import { explainFileFailure } from './file-store-failure'
import { S3FileStore } from './s3-file-store'

const BYTES = Buffer.from('a certificate’s page')
const HASH = sha256Hex(BYTES)
const ABSENT = sha256Hex('never stored')

/** What the caller answers with, and what the operator is told. */
async function failure(work: Promise<unknown>): Promise<{ status: number; reason: string }> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown as { status: number },
  )
  return { status: error?.status ?? 200, reason: explainFileFailure(error) }
}

describe('S3FileStore', () => {
  let server: S3Server
  let store: S3FileStore
  const others: Server[] = []
  beforeAll(async () => {
    server = await S3Server.start()
    store = new S3FileStore(server.options)
  })
  afterEach(async () => {
    for (const other of others.splice(0)) await new Promise((resolve) => other.close(resolve))
  })
  afterAll(() => server.stop())

  /** A busy machine may take its time where nothing is to be given up. */
  const PATIENT = { connectMs: 60_000, wholeMs: 60_000 }

  /** A store whose server is not S3 but this. */
  async function storeAt(other: Server, patience = PATIENT, scheme = 'http'): Promise<S3FileStore> {
    others.push(other)
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const endpoint = `${scheme}://127.0.0.1:${(other.address() as AddressInfo).port}`
    return new S3FileStore({ ...server.options, endpoint, patience })
  }

  const answering = (listener: RequestListener, patience = PATIENT) => storeAt(createServer(listener), patience)

  it('stores bytes, gives them back and knows their size, also when they are stored again', async () => {
    await store.check()
    await store.put(HASH, BYTES)
    await store.put(HASH, BYTES)
    expect(await store.get(HASH)).toEqual(BYTES)
    expect(await store.size(HASH)).toBe(BYTES.length)
    expect(await store.has(HASH)).toBe(true)
  })

  it('says that a file is missing', async () => {
    expect(await store.get(ABSENT)).toBeNull()
    expect(await store.size(ABSENT)).toBeNull()
    expect(await store.has(ABSENT)).toBe(false)
  })

  it('mends what was damaged when the right bytes are stored again', async () => {
    await store.put(HASH, BYTES)
    await server.damage(HASH, 'other words')
    expect(await store.get(HASH)).toEqual(Buffer.from('other words'))
    await store.put(HASH, BYTES)
    expect(await store.get(HASH)).toEqual(BYTES)
  })

  it('names a file by its hash alone', async () => {
    await expect(store.put(ABSENT, BYTES)).rejects.toThrow(TypeError)
    await expect(store.get('../../etc/passwd')).rejects.toThrow(TypeError)
  })

  it('cannot be used with wrong credentials, which are not repeated', async () => {
    const wrong = new S3FileStore({ ...server.options, secretAccessKey: 'wrong-secret' })
    const unknown = new S3FileStore({ ...server.options, accessKeyId: 'nobody' })
    for (const work of [() => wrong.check(), () => wrong.put(HASH, BYTES), () => wrong.get(HASH)]) {
      const { status, reason } = await failure(work())
      expect(status).toBe(503)
      expect(reason).toMatch(/^The bucket certificates at .* refuses: .* 403 SignatureDoesNotMatch\.$/)
      expect(reason).not.toContain('wrong-secret')
    }
    expect((await failure(wrong.has(HASH))).status).toBe(503)
    expect((await failure(unknown.get(HASH))).reason).toMatch(/403 InvalidAccessKeyId/)
  })

  it('does not take a bucket that is not there for a missing file', async () => {
    const elsewhere = new S3FileStore({ ...server.options, bucket: 'elsewhere' })
    for (const work of [() => elsewhere.check(), () => elsewhere.get(HASH), () => elsewhere.put(HASH, BYTES)]) {
      expect(await failure(work())).toEqual({ status: 503, reason: expect.stringMatching(/404 NoSuchBucket/) })
    }
  })

  it('signs the hash of the bytes, for the service to check them by', async () => {
    const seen: Record<string, unknown> = {}
    const other = await answering((request, response) => {
      Object.assign(seen, request.headers)
      request.resume().on('end', () => response.setHeader('etag', '"1"').end())
    })
    await other.put(HASH, BYTES)
    expect(seen['x-amz-content-sha256']).toBe(HASH)
    expect(seen['x-amz-checksum-sha256']).toBe(Buffer.from(HASH, 'hex').toString('base64'))
    expect(seen.authorization).toMatch(/SignedHeaders=host;x-amz-checksum-sha256;x-amz-content-sha256;x-amz-date,/)
  })

  it('gives up on a server that is gone', async () => {
    const gone = await S3Server.start()
    const left = new S3FileStore(gone.options)
    await left.put(HASH, BYTES)
    await gone.stop()
    expect(await failure(left.get(HASH))).toEqual({ status: 503, reason: expect.stringMatching(/ECONNREFUSED/) })
  })

  it('gives up on a server that says nothing, or stops in the middle', async () => {
    const patience = { ...PATIENT, wholeMs: 600 }
    const silent = await storeAt(
      createTcpServer((socket) => void socket.resume()),
      patience,
    )
    const halting = await answering((_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half')
    }, patience)
    const began = performance.now()
    for (const work of [() => silent.get(HASH), () => halting.get(HASH)]) {
      expect(await failure(work())).toEqual({ status: 503, reason: expect.stringMatching(/no whole answer in time/) })
    }
    expect(performance.now() - began).toBeLessThan(PATIENT.connectMs)
  })

  it('takes half an answer for none', async () => {
    const cut = await answering((_request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('half', () => response.destroy())
    })
    expect((await failure(cut.get(HASH))).status).toBe(503)
    const endless = await storeAt(
      createTcpServer((socket) => {
        socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nhalf'))
      }),
    )
    expect(await failure(endless.get(HASH))).toEqual({ status: 503, reason: expect.stringMatching(/where it ends/) })
  })

  it('takes an answer that does not name what was stored for none: a page of whatever stands before the server', async () => {
    const page = await answering((request, response) => {
      request.resume().on('end', () => response.writeHead(200, { 'content-length': 2 }).end('OK'))
    })
    expect(await failure(page.put(HASH, BYTES))).toEqual({
      status: 503,
      reason: expect.stringMatching(/without a tag/),
    })
    // Nor is what it deletes deleted.
    expect(await failure(page.remove(HASH))).toEqual({ status: 503, reason: expect.stringMatching(/DELETE/) })
  })

  it.each([
    [503, 'SlowDown'],
    [429, 'TooManyRequests'],
  ])('asks a busy server once more: %s %s', async (status, code) => {
    let asked = 0
    const busy = await answering((_request, response) => {
      asked += 1
      response.writeHead(asked === 1 ? status : 200).end(asked === 1 ? `<Code>${code}</Code>` : BYTES)
    })
    expect(await busy.get(HASH)).toEqual(BYTES)
  })

  it('gives up on a server that fails twice', async () => {
    const failing = await answering((_request, response) => void response.writeHead(500).end('<Code>Oops</Code>'))
    expect(await failure(failing.get(HASH))).toEqual({ status: 503, reason: expect.stringMatching(/500 Oops/) })
  })

  it('gives up sooner on a connection that does not come to stand', async () => {
    const silent = await storeAt(
      createTcpServer((socket) => void socket.resume()),
      { ...PATIENT, connectMs: 200 },
      'https',
    )
    expect(await failure(silent.get(HASH))).toEqual({
      status: 503,
      reason: expect.stringMatching(/no connection in time/),
    })
  })
})
