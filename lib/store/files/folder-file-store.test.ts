import { chmod, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { filePath } from './file-path'
import { explainFileFailure } from './file-store-failure'
import { FolderFileStore } from './folder-file-store'

const BYTES = Buffer.alloc(300_000, 'a certificate’s page ')
const HASH = sha256Hex(BYTES)

describe('FolderFileStore', () => {
  let folder = ''
  let store = new FolderFileStore(folder)
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'files-test-'))
    store = new FolderFileStore(join(folder, 'files'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const files = async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  }

  it('stores bytes, gives them back and knows their size', async () => {
    await store.check()
    expect([await store.get(HASH), await store.size(HASH), await store.has(HASH)]).toEqual([null, null, false])
    await store.put(HASH, BYTES)
    expect(await store.get(HASH)).toEqual(BYTES)
    expect([await store.size(HASH), await store.has(HASH)]).toEqual([BYTES.length, true])
    const path = join(folder, 'files', filePath(HASH))
    expect(await files()).toEqual([path])
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it('shows a file whole or not at all, however many write it, and leaves nothing else', async () => {
    let done = false
    const writers = Promise.all(Array.from({ length: 8 }, () => store.put(HASH, BYTES))).finally(() => (done = true))
    const seen = new Set<string>()
    while (!done) {
      const bytes = await store.get(HASH)
      seen.add(bytes === null ? 'none' : sha256Hex(bytes))
    }
    await writers
    expect([...seen].filter((what) => what !== 'none' && what !== HASH)).toEqual([])
    expect(await files()).toEqual([join(folder, 'files', filePath(HASH))])
  })

  it('does not take what a crash left beside it for the file', async () => {
    await store.put(HASH, BYTES)
    const path = join(folder, 'files', filePath(HASH))
    await rm(path)
    await writeFile(`${path}.0123456789ab`, BYTES.subarray(0, 100))
    expect(await store.get(HASH)).toBeNull()
    await store.put(HASH, BYTES)
    expect(await store.get(HASH)).toEqual(BYTES)
  })

  it('writes where nobody looks for a file, and clears away what a crash left there', async () => {
    await store.sweep()
    await store.put(HASH, BYTES)
    const incoming = join(folder, 'files', 'incoming')
    const [old, young] = [join(incoming, `${HASH}.0123456789ab`), join(incoming, `${HASH}.ba9876543210`)]
    for (const path of [old, young]) await writeFile(path, 'half of a p')
    const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1000)
    for (const path of [old, join(folder, 'files', filePath(HASH))]) await utimes(path, twoHoursAgo, twoHoursAgo)
    await store.sweep()
    expect((await files()).sort()).toEqual([join(folder, 'files', filePath(HASH)), young].sort())
  })

  it('mends what was damaged when the right bytes are stored again', async () => {
    await store.put(HASH, BYTES)
    await writeFile(join(folder, 'files', filePath(HASH)), 'other words')
    await store.put(HASH, BYTES)
    expect(await store.get(HASH)).toEqual(BYTES)
  })

  it('names a file by its hash alone', async () => {
    await expect(store.put(sha256Hex('other'), BYTES)).rejects.toThrow(TypeError)
    await expect(store.get('../../etc/passwd')).rejects.toThrow(TypeError)
    await expect(store.get(HASH.toUpperCase())).rejects.toThrow(TypeError)
  })

  it('is 503 where the folder cannot be used', async () => {
    await writeFile(join(folder, 'a-file'), '')
    await chmod(join(folder, 'a-file'), 0o600)
    const blocked = new FolderFileStore(join(folder, 'a-file'))
    for (const work of [() => blocked.put(HASH, BYTES), () => blocked.get(HASH), () => blocked.size(HASH)]) {
      const error: unknown = await work().catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ status: 503 })
      expect(explainFileFailure(error)).toBe(`The folder ${join(folder, 'a-file')} cannot be used (ENOTDIR).`)
    }
  })

  it('is examined before it is made, in the nearest folder around it', async () => {
    await expect(new FolderFileStore(join(folder, 'not', 'made')).check()).resolves.toBeUndefined()
    // Where nobody can make a folder, not even root.
    const failure: unknown = await new FolderFileStore('/proc/self/none').check().catch((thrown: unknown) => thrown)
    expect(explainFileFailure(failure)).toMatch(/^The folder \/proc\/self\/none cannot be used \(E(PERM|ACCES)\)\.$/)
  })
})
