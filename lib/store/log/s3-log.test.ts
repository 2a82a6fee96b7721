import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LogFormatError } from '@/lib/crypto/tlog/log-format-error'
import { formatVkey } from '@/lib/crypto/tlog/note-key'
import { parsePolicy } from '@/lib/crypto/tlog/trust-policy'
import { verifyLog } from '@/lib/domain/log/verify-log'
import { ConditionalS3 } from '@/test/network/conditional-s3'
import { S3Server } from '@/test/network/s3-server'
import { NOW, sealedLeaf } from '@/test/tlog/example-log'
import { ALL_LEAVES, interrupted, openPublisher, publishFrom, PUBLISHING_KEY, treeOf } from '@/test/tlog/publish-scene'
import { LogFolder } from './log-folder'
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

  it('gives a claim to one of all who try', async () => {
    const tries = Array.from({ length: 8 }, (_, one) => log.claim('next/999', bytes(`claim ${one}`)))
    const found = new Set((await Promise.all(tries)).map(String))
    expect(found.size).toBe(1)
    expect(String(await log.claim('next/999', bytes('later')))).toBe([...found][0])
  })

  it(
    'is published like one in a folder, whichever write fails, and stops for a second primary',
    { timeout: 120_000 },
    async () => {
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
    },
  )
})
