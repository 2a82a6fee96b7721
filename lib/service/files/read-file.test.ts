import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { parseEnv, setEnv } from '@/lib/env'
import { log } from '@/lib/log'
import { filePath } from '@/lib/store/files/file-path'
import { fileStore } from '@/lib/store/files/file-store'
import { openFile } from './read-file'

const BYTES = Buffer.from('a certificate’s page')
const HASH = sha256Hex(BYTES)

describe('openFile', () => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'read-test-'))
    setEnv(parseEnv({ DATA_DIR: folder }))
    await fileStore().put(HASH, BYTES)
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  it('gives the bytes that hash right', async () => {
    expect(await openFile(HASH)).toEqual(BYTES)
  })

  it('is 503 for a damaged or missing file, never its bytes, and logs the hash', async () => {
    const logged = vi.spyOn(log, 'error')
    const path = join(folder, 'files', filePath(HASH))
    await writeFile(path, BYTES.subarray(1))
    await expect(openFile(HASH)).rejects.toMatchObject({ status: 503, retryAfterSeconds: 5 })
    await rm(path)
    await expect(openFile(HASH)).rejects.toMatchObject({ status: 503 })
    expect(logged.mock.calls.map(([line]) => line)).toEqual([
      { sha256: HASH, missing: false },
      { sha256: HASH, missing: true },
    ])
  })
})
