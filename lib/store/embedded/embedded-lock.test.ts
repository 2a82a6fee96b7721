import { createHook } from 'node:async_hooks'
import { spawnSync } from 'node:child_process'
import { lstatSync, symlinkSync, unlinkSync } from 'node:fs'
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isRunning, processIdentity } from './embedded-identity'
import { withLock } from './embedded-lock'

let dir = ''
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'certs-lock-'))
})
afterEach(async () => {
  await rm(dir, { recursive: true, force: true })
})

describe('withLock', () => {
  it('lets one in at a time', async () => {
    let inside = 0
    let most = 0
    const work = async () => {
      most = Math.max(most, ++inside)
      for (let turn = 0; turn < 5; turn++) await readdir(dir) // as long as taking the lock takes
      inside--
    }
    await Promise.all(Array.from({ length: 30 }, () => withLock(dir, work)))
    expect(most).toBe(1)
    expect(inside).toBe(0)
  })

  it('sweeps old generations away', async () => {
    for (let count = 0; count < 30; count++) await withLock(dir, async () => undefined)
    expect((await readdir(dir)).length).toBeLessThan(10)
  })

  it('lets one in whose number was swept away, with others far ahead, just as it was taken', async () => {
    await symlink('released', join(dir, '1'))
    let isSwept = false
    // Runs when the system has answered, and before whoever asked it goes on.
    const others = createHook({
      before() {
        if (isSwept || !lstatSync(join(dir, '2'), { throwIfNoEntry: false })) return
        isSwept = true
        unlinkSync(join(dir, '2'))
        symlinkSync('released', join(dir, '10'))
      },
    }).enable()
    const entered = withLock(dir, async () => 'in').finally(() => others.disable())
    expect([await entered, isSwept]).toEqual(['in', true])
  })

  it('is given back when the work fails', async () => {
    await expect(withLock(dir, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await withLock(dir, async () => 'in')).toBe('in')
  })

  it('is taken over at once from a holder that no longer runs', async () => {
    const gone = spawnSync(process.execPath, ['-e', '']).pid
    await symlink(`${gone}.1.x`, join(dir, '1'))
    expect(await withLock(dir, async () => 'in')).toBe('in')
  })

  it('is taken over when the number of its holder belongs to another process now', async () => {
    await symlink(`${process.pid}.1.another-boot`, join(dir, '1'))
    expect(await withLock(dir, async () => 'in')).toBe('in')
  })
})

describe('processIdentity', () => {
  it('names this process the same each time and knows that it runs', () => {
    const me = processIdentity(process.pid)
    expect(me).toBe(processIdentity(process.pid))
    expect(isRunning(me ?? '')).toBe(true)
  })

  it('is null for a process that ended', () => {
    expect(processIdentity(spawnSync(process.execPath, ['-e', '']).pid)).toBeNull()
  })
})
