import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { storeUpload } from './store-upload'

const MEBIBYTE = 1024 * 1024
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'store-upload-'))
  vi.stubEnv('TMPDIR', folder)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A body as a request has it: so many chunks of 64 KiB, and whether its reader gave it up. */
function body(chunks: number, failAfter = Infinity) {
  const state = { sent: 0, cancelled: false }
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (state.sent >= failAfter) controller.error(new Error('The connection was lost'))
      else if (state.sent === chunks) controller.close()
      else {
        state.sent++
        controller.enqueue(new Uint8Array(65_536).fill(state.sent))
      }
    },
    cancel() {
      state.cancelled = true
    },
  })
  return { stream, state }
}

describe('an upload', () => {
  it('is kept in a file that only this account reads, hashed, until it is disposed of', async () => {
    const upload = await storeUpload(body(20).stream, 10 * MEBIBYTE)
    const bytes = await readFile(upload.path)
    expect(upload).toMatchObject({ size: 20 * 65_536, prefixes: [] })
    expect(upload.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    expect((await stat(upload.path)).mode & 0o777).toBe(0o600)
    await upload.dispose()
    await upload.dispose()
    expect(existsSync(upload.path)).toBe(false)
    expect(await readdir(folder)).toEqual([])
  })

  it('may be exactly as large as the limit', async () => {
    const upload = await storeUpload(body(16).stream, MEBIBYTE)
    expect(upload.size).toBe(MEBIBYTE)
    await upload.dispose()
  })

  it('over the limit is refused, no longer read, and leaves nothing behind', async () => {
    const { stream, state } = body(1000)
    await expect(storeUpload(stream, MEBIBYTE)).rejects.toMatchObject({
      code: 'too_large',
      message: 'The file is larger than 1 MiB.',
    })
    expect(state.cancelled).toBe(true)
    expect(state.sent).toBeLessThan(20)
    expect(await readdir(folder)).toEqual([])
  })

  it('whose connection is lost leaves nothing behind', async () => {
    await expect(storeUpload(body(10, 3).stream, MEBIBYTE)).rejects.toThrow('The connection was lost')
    expect(await readdir(folder)).toEqual([])
  })
})
