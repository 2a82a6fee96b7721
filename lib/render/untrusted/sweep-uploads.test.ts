import { access, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { storeUpload } from './store-upload'
import { keepUploadsSwept, sweepUploads } from './sweep-uploads'

const TWO_HOURS_AGO = new Date(Date.now() - 2 * 60 * 60 * 1000)

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sweep-'))
  vi.stubEnv('TMPDIR', folder)
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/** An upload whose process ended before it could dispose of it. */
async function leave(at?: Date): Promise<string> {
  const { path } = await storeUpload((async function* () {})(), 10)
  if (at) await utimes(path, at, at)
  return path
}

it('removes old uploads alone', async () => {
  const old = await leave(TWO_HOURS_AGO)
  const present = await leave()
  const other = join(folder, 'certificate.pdf')
  await writeFile(other, 'x')
  const named = join(folder, 'certificate-upload-folder')
  await mkdir(named)
  for (const path of [other, named]) await utimes(path, TWO_HOURS_AGO, TWO_HOURS_AGO)
  await sweepUploads()
  expect(await Promise.all([old, present, other, named].map(isThere))).toEqual([false, true, true, true])
})

it('removes later what was not old at the start', async () => {
  const path = await leave()
  const stop = keepUploadsSwept(20)
  await utimes(path, TWO_HOURS_AGO, TWO_HOURS_AGO)
  await expect.poll(() => isThere(path)).toBe(false)
  await stop()
})

it('takes a temporary folder that is not there for an empty one', async () => {
  vi.stubEnv('TMPDIR', join(folder, 'missing'))
  await expect(sweepUploads()).resolves.toBeUndefined()
})
