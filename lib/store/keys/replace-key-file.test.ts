import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isKeyReplacementUnfinished, replaceKeyFile } from './replace-key-file'

const OLD = Buffer.alloc(32, 1).toString('base64')

let dir = ''
let file = ''
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'key-file-'))
  file = join(dir, 'key-encryption-key')
  await writeFile(file, `${OLD}\n`, { mode: 0o600 })
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const inFile = async () => (await readFile(file, 'utf8')).trim()

describe('replaceKeyFile', () => {
  it('puts a new key in the place of the old one once everything is under it', async () => {
    const next = await replaceKeyFile(dir, null, async (key) => {
      expect(await inFile()).toBe(OLD)
      expect(await isKeyReplacementUnfinished(dir)).toBe(true)
      return key
    })
    expect(next).toHaveLength(32)
    expect(await inFile()).toBe(next.toString('base64'))
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readdir(dir)).toEqual(['key-encryption-key'])
  })

  it('finishes an interrupted run with the key of that run', async () => {
    const keys: Buffer[] = []
    const killed = replaceKeyFile(dir, null, async (key) => {
      keys.push(key)
      throw new Error('killed after the commit')
    })
    await expect(killed).rejects.toThrow('killed')
    expect(await inFile()).toBe(OLD)
    expect(await isKeyReplacementUnfinished(dir)).toBe(true)
    await expect(replaceKeyFile(dir, Buffer.alloc(32, 2), async () => undefined)).rejects.toThrow(/left its new key/)
    await replaceKeyFile(dir, null, async (key) => void keys.push(key))
    expect(keys[1]).toEqual(keys[0])
    expect(await inFile()).toBe(keys[0]?.toString('base64'))
    expect(await isKeyReplacementUnfinished(dir)).toBe(false)
  })

  it.each([
    ['alone', null],
    ['and a third has begun', `${Buffer.alloc(32, 3).toString('base64')}\n`],
  ])('leaves what a quicker run put there, %s', async (_, third) => {
    const next = await replaceKeyFile(dir, null, async (key) => {
      expect(await replaceKeyFile(dir, null, (same) => Promise.resolve(same))).toEqual(key)
      if (third !== null) await writeFile(`${file}.next`, third)
      return key
    })
    expect(await inFile()).toBe(next.toString('base64'))
    expect(await isKeyReplacementUnfinished(dir)).toBe(third !== null)
  })

  it('does not take a damaged file for a key', async () => {
    await writeFile(`${file}.next`, 'short')
    await expect(replaceKeyFile(dir, null, async () => undefined)).rejects.toThrow(/must hold 32 bytes in base64/)
    expect(await inFile()).toBe(OLD)
  })
})
