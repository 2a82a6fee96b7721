import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseEnv, setEnv } from '@/lib/env'
import { env } from '@/lib/env'
import { getManifest } from '@/lib/service/files/describe-artifacts'
import { closeDatabase, workingPool } from '@/lib/store/database/database'
import { filePath } from '@/lib/store/files/file-path'
import { fileStore, openFileStore } from '@/lib/store/files/file-store'
import { createTestDatabase, type TestDatabase } from '@/test/database/database'
import { issueOne, mintIssuer } from '@/test/database/service-database'
import { S3Server } from '@/test/network/s3-server'
import { eraseCertificate } from './erase-certificate'
import { examineErasures } from './examine-erasures'
import { finishErasures } from './finish-erasures'

const order = { reason: 'Asked by the holder.', actor: 'operator' }

let database: TestDatabase
let bucket: S3Server
let folder: string

beforeAll(async () => {
  database = await createTestDatabase()
  bucket = await S3Server.start()
  folder = await mkdtemp(join(tmpdir(), 'finish-erasures-'))
})
beforeEach(() => configure())
afterAll(async () => {
  await closeDatabase()
  await bucket.stop()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** As a process with these settings: the journal is the same for all. */
function configure(changes: Record<string, string> = {}): void {
  const own = { DATABASE_URL: database.url, DATA_DIR: join(folder, 'server'), JOURNAL_DIR: join(folder, 'journal') }
  setEnv(parseEnv({ ...process.env, BASE_URL: 'https://verify.test', ...own, ...changes }))
}

async function pdfOf(serial: string): Promise<string> {
  const { artifacts } = await getManifest(serial)
  return artifacts.find(({ type }) => type === 'pdf')?.sha256 ?? ''
}

async function unfinished(): Promise<{ pending: string[] }[]> {
  const { rows } = await workingPool().query<{ pending: string[] }>(
    'SELECT pending FROM erasures WHERE finished_at IS NULL ORDER BY at',
  )
  return rows
}

const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  )

describe('an erasure is complete only when its files are', () => {
  it('in a bucket: not from a shell that does not know of it', async () => {
    configure(bucket.variables)
    const serial = await issueOne(await mintIssuer())
    const sha256 = await pdfOf(serial)
    expect(await fileStore().has(sha256)).toBe(true)

    configure()
    const told = await refusal(eraseCertificate(serial, order))
    expect(told).toContain(`1 file was not found in the folder ${join(folder, 'server', 'files')}`)
    expect(told).toContain('certs erase --finish')
    expect(await unfinished()).toEqual([{ pending: [sha256] }])
    expect((await examineErasures())[0]).toMatchObject({
      result: 'bad',
      message: expect.stringContaining('files still to be deleted: 1') as string,
    })
    expect(await refusal(finishErasures())).toBe(told)

    configure(bucket.variables)
    expect(await fileStore().has(sha256)).toBe(true)
    expect(await finishErasures()).toBe(1)
    expect(await fileStore().has(sha256)).toBe(false)
    expect(await unfinished()).toEqual([])
  })

  it('in both stores: from both', async () => {
    const serial = await issueOne(await mintIssuer())
    const sha256 = await pdfOf(serial)
    const bytes = await fileStore().get(sha256)
    configure(bucket.variables)
    await fileStore().put(sha256, bytes ?? Buffer.alloc(0))
    await eraseCertificate(serial, order)
    for (const kind of ['folder', 's3'] as const) expect(await openFileStore(kind, env())?.has(sha256)).toBe(false)
  })

  it('in a folder: not with another DATA_DIR, unless the operator says that they are gone', async () => {
    const serial = await issueOne(await mintIssuer())
    const sha256 = await pdfOf(serial)
    configure({ DATA_DIR: join(folder, 'elsewhere') })
    expect(await refusal(eraseCertificate(serial, order))).toContain('was not found in the folder')
    expect(await refusal(eraseCertificate(serial, order))).toContain('was not found in the folder')
    configure()
    expect(await fileStore().has(sha256)).toBe(true)
    expect(await eraseCertificate(serial, order)).toMatchObject({ certificates: 1 })
    expect(await fileStore().has(sha256)).toBe(false)

    const other = await issueOne(await mintIssuer())
    await fileStore().remove(await pdfOf(other))
    expect(await refusal(eraseCertificate(other, order))).toContain('--files-gone')
    expect(await finishErasures({ filesGone: true })).toBe(1)
  })

  it('keeps no other from being completed, and forgets each hash as it goes', async () => {
    const issuer = await mintIssuer()
    const [lost, blocked, whole] = [await issueOne(issuer), await issueOne(issuer), await issueOne(issuer)]
    const hashes = [await pdfOf(lost), await pdfOf(blocked), await pdfOf(whole)]
    configure({ DATA_DIR: join(folder, 'elsewhere') })
    for (const serial of [lost, blocked, whole]) await refusal(eraseCertificate(serial, order))
    expect(await unfinished()).toHaveLength(3)
    configure()
    await fileStore().remove(hashes[0] ?? '')
    const path = join(folder, 'server', 'files', filePath(hashes[1] ?? ''))
    await rm(path)
    await mkdir(join(path, 'in the way'), { recursive: true })
    expect(await refusal(finishErasures())).toContain('was not found in the folder')
    expect((await unfinished()).map(({ pending }) => pending)).toEqual([[hashes[0]], [hashes[1]]])
    expect(await fileStore().has(hashes[2] ?? '')).toBe(false)
    await rm(dirname(path), { recursive: true })
    expect(await finishErasures({ filesGone: true })).toBe(2)
  })
})

describe('a role that does not own the tables', () => {
  it('deletes what is outside of the database, and leaves the rest to the owner', async () => {
    const serial = await issueOne(await mintIssuer())
    const sha256 = await pdfOf(serial)
    configure({ DATA_DIR: join(folder, 'elsewhere') })
    await refusal(eraseCertificate(serial, order))

    await closeDatabase()
    configure({ DATABASE_URL: database.serviceUrl })
    expect(await refusal(finishErasures())).toContain('does not own the tables')
    expect(await fileStore().has(sha256)).toBe(false)
    expect(await unfinished()).toEqual([{ pending: [] }])
    expect((await examineErasures())[0]?.message).toContain('only the database still has to give up the rows')

    await closeDatabase()
    configure()
    expect(await finishErasures()).toBe(1)
    expect((await examineErasures())[0]?.result).toBe('good')
  })
})
