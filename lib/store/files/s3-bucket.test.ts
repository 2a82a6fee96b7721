import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { sha256 } from '@/lib/crypto/encoding/sha256'
import { explainFileFailure } from './file-store-failure'
import { S3Bucket } from './s3-bucket'

const BYTES = Buffer.from('a certificate’s page')
const KEY = 'a/key'
const KEYS = {
  bucket: 'certificates',
  region: 'us-east-1',
  accessKeyId: 'id',
  secretAccessKey: 'secret',
  pathStyle: true,
}

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

async function bucketAt(server: Server): Promise<S3Bucket> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return new S3Bucket({ ...KEYS, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
}

describe('where a service refuses', () => {
  /** Backblaze says so of each header that names a checksum, others that they have not got that far. */
  const refusing = (status: number, code: string, refused: RegExp) => {
    const seen: string[] = []
    const server = createServer((request, response) => {
      const named = Object.keys(request.headers).filter((name) => name.startsWith('x-amz-checksum'))
      seen.push(`${request.method} ${named}`)
      const isRefused = refused.test(named.join())
      if (isRefused) response.writeHead(status)
      else response.setHeader('etag', '"1"')
      request.resume().on('end', () => response.end(isRefused ? `<Code>${code}</Code>` : BYTES))
    })
    return { seen, bucket: bucketAt(server) }
  }

  it.each([
    [400, 'InvalidArgument'],
    [501, 'NotImplemented'],
  ])('checksums with %s %s, it does without, and does not ask again', async (status, code) => {
    const { seen, bucket } = refusing(status, code, /checksum/)
    const plain = await bucket
    await plain.put(KEY, BYTES)
    expect(await plain.get(KEY)).toEqual(BYTES)
    await plain.put(KEY, BYTES)
    expect(seen).toEqual(['PUT x-amz-checksum-sha256', 'PUT ', 'GET ', 'PUT '])
  })

  it.each([
    [400, 'InvalidArgument'],
    [400, 'BadDigest'],
  ])('anything with %s %s, it sends them on', async (status, code) => {
    const { seen, bucket } = refusing(status, code, /(?:)/)
    const other = await bucket
    for (let times = 0; times < 2; times++)
      expect(explainFileFailure(await other.put(KEY, BYTES).catch((error: unknown) => error))).toContain(
        `${status} ${code}`,
      )
    expect(seen.filter((one) => one.includes('checksum'))).toHaveLength(2)
  })
})

describe('an object whose hash the service has kept', () => {
  const given = (kept: string) =>
    bucketAt(createServer((_, response) => response.setHeader('x-amz-checksum-sha256', kept).end(BYTES)))
  const hash = sha256(BYTES).toString('base64')

  it.each([
    ['of these bytes', hash],
    ['of the hashes of its parts', `${sha256(Buffer.from('two')).toString('base64')}-2`],
  ])('is given with that %s', async (_, kept) => {
    expect(await (await given(kept)).getHashed(KEY)).toEqual(BYTES)
  })

  it('is not given with that of other bytes', async () => {
    const other = await given(sha256(Buffer.from('others')).toString('base64'))
    expect(explainFileFailure(await other.getHashed(KEY).catch((error: unknown) => error))).toContain('other bytes')
  })
})
