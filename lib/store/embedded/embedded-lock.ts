import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readlink, rename, symlink, unlink } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { localPath } from '@/lib/local-path'
import { isRunning, processIdentity } from './embedded-identity'

const RELEASED = 'released'
/**
 * The number of generations that are kept, so that a listing that is read while others come and go always shows a late
 * one.
 */
const KEPT = 8
const POLL_MS = 15

/**
 * Runs `work` while no other process (or other call in this one) runs under the same folder's lock.
 *
 * The holder is the highest-numbered symbolic link in the folder; its target names the holding process. A link is
 * made with its content in one step and fails where it exists, and the highest is never removed, so a lock whose
 * holder was killed is taken over at once and by one alone.
 * @param dir the lock's folder, made where it is missing
 * @param onWait called once when the lock is held by another
 */
export async function withLock<T>(dir: string, work: () => Promise<T>, onWait?: () => void): Promise<T> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const generation = await acquire(dir, onWait)
  try {
    return await work()
  } finally {
    await release(dir, generation)
  }
}

async function acquire(dir: string, onWait?: () => void): Promise<number> {
  const me = processIdentity(process.pid) ?? String(process.pid)
  let waited = false
  for (;;) {
    const last = await newest(dir)
    if (last > 0 && (await isHeld(dir, last))) {
      if (!waited) onWait?.()
      waited = true
      await sleep(POLL_MS)
      continue
    }
    const mine = last + 1
    const made = await symlink(me, localPath(dir, String(mine))).then(() => true, ignoring('EEXIST'))
    if (!made) continue
    // A newer one means that this process slept since it listed, and that its number had been swept away.
    if ((await newest(dir)) === mine) return mine
    // Swept away again by those who came and went meanwhile, it is gone already.
    await unlink(localPath(dir, String(mine))).catch(ignoring('ENOENT'))
  }
}

async function release(dir: string, generation: number): Promise<void> {
  const temporary = localPath(dir, `r${randomBytes(8).toString('hex')}`)
  await symlink(RELEASED, temporary)
  await rename(temporary, localPath(dir, String(generation)))
  for (const name of await readdir(dir)) {
    if (Number(name) <= generation - KEPT) await unlink(localPath(dir, name)).catch(ignoring('ENOENT'))
  }
}

async function newest(dir: string): Promise<number> {
  const names = await readdir(dir)
  return names.reduce((most, name) => (/^\d+$/.test(name) ? Math.max(most, Number(name)) : most), 0)
}

async function isHeld(dir: string, generation: number): Promise<boolean> {
  try {
    const holder = await readlink(localPath(dir, String(generation)))
    return holder !== RELEASED && isRunning(holder)
  } catch (error) {
    ignoring('ENOENT')(error)
    return true // swept away meanwhile: look again
  }
}

function ignoring(code: string): (error: unknown) => false {
  return (error) => {
    if ((error as NodeJS.ErrnoException).code === code) return false
    throw error
  }
}
