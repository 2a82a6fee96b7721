import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadKeyEncryptionKey } from './key-encryption-key'

let base = ''
let DATA_DIR = ''
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'certs-key-'))
  DATA_DIR = join(base, 'data')
})
afterEach(() => rm(base, { recursive: true, force: true }))

describe('loadKeyEncryptionKey', () => {
  it('takes the variable and leaves the data folder alone', async () => {
    const key = Buffer.alloc(32, 9)
    expect(await loadKeyEncryptionKey({ DATA_DIR, KEY_ENCRYPTION_KEY: key.toString('base64') })).toEqual(key)
    await expect(stat(DATA_DIR)).rejects.toThrow('ENOENT')
  })

  it('makes a key file for its owner alone and reads it from then on', async () => {
    const key = await loadKeyEncryptionKey({ DATA_DIR })
    expect(key).toHaveLength(32)
    expect((await stat(join(DATA_DIR, 'key-encryption-key'))).mode & 0o777).toBe(0o600)
    expect((await readFile(join(DATA_DIR, 'key-encryption-key'), 'utf8')).trim()).toBe(key.toString('base64'))
    await mkdir(join(DATA_DIR, 'postgres'))
    expect(await loadKeyEncryptionKey({ DATA_DIR })).toEqual(key)
  })

  it('gives all of several first starts the same key', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, () => loadKeyEncryptionKey({ DATA_DIR })))
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1)
    expect(await readdir(DATA_DIR)).toEqual(['key-encryption-key'])
  })

  it.each(['postgres', 'postgres.location'])('makes no new key beside an existing database (%s)', async (name) => {
    await mkdir(join(DATA_DIR, name), { recursive: true })
    await expect(loadKeyEncryptionKey({ DATA_DIR })).rejects.toThrow('was made with another key')
  })

  it.each(['', 'AAAA', `${'A'.repeat(43)}= `.repeat(2)])('refuses a damaged key file (%j)', async (content) => {
    await mkdir(DATA_DIR)
    await writeFile(join(DATA_DIR, 'key-encryption-key'), content)
    await expect(loadKeyEncryptionKey({ DATA_DIR })).rejects.toThrow('must hold 32 bytes in base64')
  })

  it.each([
    ['a file', (path: string) => writeFile(path, ''), '', 'data stands where a folder is needed'],
    ['below a file', (path: string) => writeFile(path, ''), 'inner', 'stands where a folder is needed'],
    [
      'a link that leads nowhere',
      (path: string) => symlink('/nowhere/disk', path),
      '',
      'stands where a folder is needed',
    ],
    ['below such a link', (path: string) => symlink('/nowhere/disk', path), 'inner', 'stands where a folder is needed'],
    ['a link to itself', (path: string) => symlink(path, path), '', 'stands where a folder is needed'],
    ['a name that is too long', async () => undefined, 'n'.repeat(300), 'is too long'],
  ])('says in a sentence that the data folder is %s', async (_, put, inner, said) => {
    await put(DATA_DIR)
    await expect(loadKeyEncryptionKey({ DATA_DIR: join(DATA_DIR, inner) })).rejects.toMatchObject({
      name: 'ServiceError',
      message: expect.stringContaining(said),
    })
  })

  it('needs the variable with a database of your own', async () => {
    const DATABASE_URL = 'postgresql://u:p@db/x'
    await expect(loadKeyEncryptionKey({ DATA_DIR, DATABASE_URL })).rejects.toThrow('KEY_ENCRYPTION_KEY is required')
  })
})
