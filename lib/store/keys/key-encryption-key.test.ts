import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
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

  it('needs the variable with a database of your own', async () => {
    const DATABASE_URL = 'postgresql://u:p@db/x'
    await expect(loadKeyEncryptionKey({ DATA_DIR, DATABASE_URL })).rejects.toThrow('KEY_ENCRYPTION_KEY is required')
  })
})
