import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { env, parseEnv, setEnv } from '@/lib/env'
import { examineFiles } from '@/lib/service/doctor/examine-files'
import { countFiles, findFilesAfter } from '@/lib/store/files/artifact-files'
import { configuredKind, fileStore, openFileStore } from '@/lib/store/files/file-store'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { S3Server } from '@/test/network/s3-server'
import { buildFiles } from './build-files'
import { copyFiles } from './copy-files'
import { openFile } from './read-file'

describe('copyFiles', () => {
  useServiceDatabase()
  let server: S3Server
  let folder = ''
  const issued = 5
  beforeAll(async () => {
    server = await S3Server.start()
    folder = await mkdtemp(join(tmpdir(), 'copy-test-'))
    setEnv({ ...env(), DATA_DIR: folder })
    const issuer = await mintIssuer()
    for (let count = 0; count < issued; count++) await issueOne(issuer)
  })
  afterAll(async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })

  /** The configuration with the bucket, or with another one. */
  const withS3 = (variables = server.variables) =>
    setEnv({ ...parseEnv({ ...process.env, DATABASE_URL: env().DATABASE_URL, ...variables }), DATA_DIR: folder })
  const withFolder = () => setEnv({ ...env(), S3_ENDPOINT: undefined })
  const stored = (kind: 'folder' | 's3') => {
    const store = openFileStore(kind, env())
    if (!store) throw new Error(`${kind} is not configured`)
    return store
  }
  const hashes = async () => (await findFilesAfter('', 100)).map(({ sha256 }) => sha256)

  it('is refused without S3 and between the same store', async () => {
    expect(configuredKind(env())).toBe('folder')
    await expect(copyFiles('folder', 's3')).rejects.toThrow(/^S3 is not configured\./)
    await expect(copyFiles('folder', 'folder')).rejects.toMatchObject({ code: 'malformed' })
  })

  it('goes on where it was interrupted', async () => {
    withS3()
    const stop = new AbortController()
    const interrupted = copyFiles('folder', 's3', {
      signal: stop.signal,
      onProgress: (done) => done === 1 && stop.abort(),
    })
    await expect(interrupted).rejects.toThrow(
      /^Stopped\. .* copied in this run; the same command goes on from there\.$/,
    )
    const there = await Promise.all((await hashes()).map((sha256) => stored('s3').has(sha256)))
    const before = there.filter(Boolean).length
    expect(before).toBeGreaterThan(0)
    expect(before).toBeLessThan(issued)
    const { copied, skipped, failed } = await copyFiles('folder', 's3')
    expect({ copied, skipped, failed }).toEqual({ copied: issued - before, skipped: before, failed: [] })
    expect(await copyFiles('folder', 's3')).toMatchObject({ copied: 0, skipped: await countFiles() })
  })

  it('lets the service be served from S3 afterwards, and issue into it', async () => {
    withS3()
    for (const sha256 of await hashes()) expect((await openFile(sha256)).subarray(0, 5).toString()).toBe('%PDF-')
    expect(await examineFiles()).toEqual([
      {
        id: 'files',
        result: 'good',
        message: `Files are kept in ${fileStore().name}; read, the newest first: ${issued}, all whole.`,
      },
    ])
    await issueOne(await mintIssuer())
    const [newest] = (
      await Promise.all((await hashes()).map(async (sha256) => [sha256, await stored('folder').has(sha256)]))
    )
      .filter(([, inFolder]) => !inFolder)
      .map(([sha256]) => String(sha256))
    expect(await copyFiles('s3', 'folder')).toMatchObject({ copied: 1, failed: [] })
    withFolder()
    await openFile(newest ?? '')
  })

  it('mends a file of another size, and with --verify any that is damaged', async () => {
    withS3()
    const [first = '', second = ''] = await hashes()
    const size = (await stored('s3').size(second)) ?? 0
    await server.damage(first, 'short')
    await server.damage(second, 'x'.repeat(size))
    expect(await copyFiles('folder', 's3')).toMatchObject({ copied: 1, failed: [] })
    await openFile(first)
    expect(await copyFiles('folder', 's3', { verify: true })).toMatchObject({ copied: 1, failed: [] })
    await openFile(second)
  })

  it('never serves what is damaged or missing, reports it, and copies the others', async () => {
    withS3()
    const [first = '', second = ''] = await hashes()
    await server.damage(first, 'other bytes')
    await server.lose(second)
    for (const sha256 of [first, second]) await expect(openFile(sha256)).rejects.toMatchObject({ status: 503 })
    const [finding] = await examineFiles()
    expect(finding).toMatchObject({ result: 'bad', message: expect.stringContaining(first) })
    expect(finding?.message).toContain(second)
    await rm(join(folder, 'files'), { recursive: true })
    const { copied, failed } = await copyFiles('s3', 'folder')
    expect(copied).toBe((await countFiles()) - 2)
    expect(failed.map(({ sha256, error }) => [sha256, error.split(' ').slice(0, 3).join(' ')]).sort()).toEqual(
      [
        [first, 'It is damaged'],
        [second, 'It is missing'],
      ].sort(),
    )
  })

  it('is unavailable with wrong credentials, and says why to the operator alone', async () => {
    withS3({ ...server.variables, S3_SECRET_ACCESS_KEY: 'wrong-secret' })
    await expect(copyFiles('folder', 's3')).rejects.toThrow(
      /refuses: GET was answered with 403 SignatureDoesNotMatch\.$/,
    )
    await expect(openFile((await hashes())[0] ?? '')).rejects.toMatchObject({
      status: 503,
      message: expect.not.stringMatching(/S3|Signature/),
    })
    await expect(buildFiles()).rejects.toMatchObject({ status: 503 })
    expect(await examineFiles()).toMatchObject([{ result: 'bad', message: expect.stringMatching(/403/) }])
    await expect(issueOne(await mintIssuer())).rejects.toMatchObject({ code: 'unavailable' })
  })
})
