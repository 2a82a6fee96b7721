import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sha256 } from '@/lib/crypto/encoding/sha256'
import { LogFormatError } from '@/lib/crypto/tlog/log-format-error'
import { formatVkey } from '@/lib/crypto/tlog/note-key'
import { parsePolicy } from '@/lib/crypto/tlog/trust-policy'
import { verifyLog } from '@/lib/domain/log/verify-log'
import { ConditionalS3 } from '@/test/network/conditional-s3'
import { S3Server } from '@/test/network/s3-server'
import { NOW, sealedLeaf } from '@/test/tlog/example-log'
import { ALL_LEAVES, interrupted, openPublisher, publishFrom, PUBLISHING_KEY, treeOf } from '@/test/tlog/publish-scene'
import { LogFolder } from './log-folder'
import { LogStopped } from './publish/log-stopped'
import { S3Log } from './s3-log'

let server: S3Server
let conditional: ConditionalS3
let folder = ''
let log: S3Log

beforeAll(async () => {
  server = await S3Server.start()
  conditional = await ConditionalS3.start(server.options.endpoint)
  folder = await mkdtemp(`${tmpdir()}/s3-log-`)
  log = await S3Log.open({ ...server.options, endpoint: conditional.endpoint })
})
afterAll(async () => {
  await conditional.stop()
  await server.stop()
  await rm(folder, { recursive: true })
})

const bytes = (text: string) => Buffer.from(text)
const POLICY = parsePolicy(Buffer.from(`log ${formatVkey(PUBLISHING_KEY.key)}\nquorum none\n`))

describe('a log in a bucket', () => {
  it('is not kept by a service that lets two make one object', async () => {
    await expect(S3Log.open(server.options)).rejects.toThrow('does not heed If-None-Match')
    await expect(S3Log.open({ ...server.options, endpoint: conditional.endpoint })).resolves.toBeInstanceOf(S3Log)
  })

  it('has files, and knows which are missing or too long', async () => {
    await log.put('tile/0/000', bytes('tile'))
    expect(await log.read('tile/0/000', 4)).toEqual(bytes('tile'))
    expect(await log.read('tile/0/001', 4)).toBeNull()
    await expect(log.read('tile/0/000', 3)).rejects.toThrow(LogFormatError)
  })

  it('refuses a file that is another than the one whose hash the service has kept', async () => {
    const kept = { 'x-amz-checksum-sha256': sha256('tile').toString('base64') }
    let given = 'tile'
    const other = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(request.method === 'PUT' ? 412 : 200, kept).end(given))
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const endpoint = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    const hashed = await S3Log.open({ ...server.options, endpoint })
    expect(await hashed.read('tile/0/000', 100)).toEqual(bytes('tile'))
    for (given of ['til', 'tale', '', '<html>Back soon</html>'])
      await expect(hashed.read('tile/0/000', 100)).rejects.toMatchObject({ code: 'unavailable' })
    // Whoever takes the log up then would write over whatever is there later.
    await expect(hashed.fence('checkpoint')).rejects.toThrow('no tag')
    other.closeAllConnections()
    await new Promise((resolve) => other.close(resolve))
  })

  it('takes a page in the place of an answer for none, and for nobody who writes meanwhile', async () => {
    let isPage = false
    const other = createServer((request, response) => {
      if (!isPage) response.setHeader('etag', '"1"')
      request.resume().on('end', () => response.writeHead(request.method === 'PUT' && !isPage ? 412 : 200).end('old'))
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const endpoint = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    const store = await S3Log.open({ ...server.options, endpoint })
    await store.fence('checkpoint')
    isPage = true
    await expect(store.put('checkpoint', bytes('new'))).rejects.toMatchObject({ code: 'unavailable' })
    other.closeAllConnections()
    await new Promise((resolve) => other.close(resolve))
  })

  it('gives a claim to one of all who try, and to another once it is taken back', async () => {
    const tries = Array.from({ length: 8 }, (_, one) => log.claim('next/999', bytes(`claim ${one}`)))
    const found = new Set((await Promise.all(tries)).map(String))
    expect(found.size).toBe(1)
    expect(String(await log.claim('next/999', bytes('later')))).toBe([...found][0])
    await log.unclaim('next/999')
    expect(String(await log.claim('next/999', bytes('later')))).toBe('later')
  })

  it('is published like one in a folder, whichever write fails, and stops for a second primary', async () => {
    const journal = new LogFolder(folder)
    await publishFrom(log, journal, 0, 250)
    for (let failing = 1; failing <= 10; failing++) {
      const counter = { writes: 0 }
      const fail = (write: number) => {
        if (write === failing) throw new Error('cut off')
      }
      const cut = publishFrom(interrupted(log, counter, fail), interrupted(journal, counter, fail), 250, 550)
      await expect(cut).rejects.toThrow('cut off')
      expect(await verifyLog(log, POLICY, NOW)).toMatchObject({ faults: [], checkpoint: { size: 250 } })
    }
    await publishFrom(log, journal, 250, 550)
    expect(await verifyLog(log, POLICY, NOW)).toMatchObject({ faults: [], checkpoint: { size: 550 } })
    const others = ALL_LEAVES.slice(0, 550).concat(sealedLeaf(5000))
    const [one, other] = [await openPublisher(log, journal, 550), await openPublisher(log, journal, 550)]
    const results = await Promise.allSettled([
      one.publish(ALL_LEAVES.slice(550, 551), treeOf(551).root),
      other.publish(others.slice(550), treeOf(551, others).root),
    ])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await verifyLog(log, POLICY, NOW)).toMatchObject({ faults: [], checkpoint: { size: 551 } })
  })

  it('keeps a writer that slept from writing an older checkpoint over a newer one', async () => {
    const options = { ...server.options, endpoint: conditional.endpoint }
    const [sleeper, next] = [await S3Log.open(options), await S3Log.open(options)]
    for (const path of ['new', 'checkpoint-of-others']) {
      await log.put('checkpoint-of-others', bytes('10'))
      await sleeper.fence(path)
      // Its lock was there when it asked; then it sleeps, and somebody else goes on.
      const slept = sleeper.put(path, bytes('11'), async () => {
        await next.fence(path)
        await next.put(path, bytes('11, by the next one'))
        await next.put(path, bytes('12'))
      })
      await expect(slept).rejects.toThrow(/Somebody else has written/)
      expect(await log.read(path, 100)).toEqual(bytes('12'))
    }
    await sleeper.fence('new')
    await sleeper.put('new', bytes('13'))
    await sleeper.put('new', bytes('13'))
    expect(await log.read('new', 100)).toEqual(bytes('13'))
  })

  it('says so where the service does not heed If-Match, and goes by its lock', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    conditional.heedsTags = false
    const plain = await S3Log.open({ ...server.options, endpoint: conditional.endpoint })
    conditional.heedsTags = true
    await plain.fence('plain')
    await plain.put('plain', bytes('1'))
    await log.put('plain', bytes('2'))
    await plain.put('plain', bytes('3'))
    expect(await log.read('plain', 100)).toEqual(bytes('3'))
    warned.mockRestore()
  })

  it('that is away holds everything up and changes nothing; one that was put back is refused', async () => {
    const journal = new LogFolder(`${folder}/away`)
    const own = await S3Server.start()
    const before = await ConditionalS3.start(own.options.endpoint)
    const store = await S3Log.open({ ...own.options, endpoint: before.endpoint })
    await publishFrom(store, journal, 0, 250)
    const old = await store.read('checkpoint', 65_536)
    const publisher = await openPublisher(store, journal, 250)
    const grow = (to: number) => publisher.publish(ALL_LEAVES.slice(250, to), treeOf(to).root)
    before.isAway = true
    await expect(grow(300)).rejects.not.toBeInstanceOf(LogStopped)
    before.isAway = false
    await grow(300)
    expect(await verifyLog(store, POLICY, NOW)).toMatchObject({ faults: [], checkpoint: { size: 300 } })
    // The old checkpoint is put back in the bucket: the next one is not written over it unseen.
    await (await S3Log.open({ ...own.options, endpoint: before.endpoint })).put('checkpoint', old ?? Buffer.alloc(0))
    await expect(publisher.publish(ALL_LEAVES.slice(300, 310), treeOf(310).root)).rejects.toThrow(/Somebody else/)
    await publishFrom(store, journal, 300, 310)
    expect(await verifyLog(store, POLICY, NOW)).toMatchObject({ faults: [], checkpoint: { size: 310 } })
    await before.stop()
    await own.stop()
  })
})
