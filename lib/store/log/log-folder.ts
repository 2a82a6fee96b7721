import { randomBytes } from 'node:crypto'
import { link, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { LogFormatError } from '@/lib/crypto/tlog/log-format-error'
import type { LogStore } from '@/lib/domain/log/log-store'
import { localPath } from '@/lib/local-path'
import { flushFolder } from '@/lib/store/files/flush-folder'
import { giveOwner, makeFolder, rightsIn } from '@/lib/store/files/shared-rights'

/** A log, or a copy of one, in a folder: its files under the paths that they have at an address. */
export class LogFolder implements LogStore {
  constructor(readonly folder: string) {}

  async read(path: string, most: number): Promise<Buffer | null> {
    const file = await open(localPath(this.folder, path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
      throw error
    })
    if (file === null) return null
    try {
      const { size } = await file.stat()
      if (size > most) throw new LogFormatError('The file is too long.')
      const bytes = Buffer.alloc(size)
      const { bytesRead } = await file.read(bytes, 0, size, 0)
      return bytes.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  }

  async put(path: string, bytes: Uint8Array, mayStill?: () => Promise<void>): Promise<void> {
    await this.#write(path, bytes, async (from, to) => {
      await mayStill?.()
      await rename(from, to)
    })
  }

  /** Whoever wrote its bytes already finds them gone; whoever writes them later asks later whether it may. */
  async fence(path: string): Promise<void> {
    const target = localPath(this.folder, path)
    const names = await readdir(dirname(target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
    const begun = names.filter((name) => name.startsWith(`${basename(target)}.`) && name.endsWith('.incoming'))
    for (const name of begun) await rm(localPath(dirname(target), name), { force: true })
  }

  async claim(path: string, bytes: Uint8Array): Promise<Buffer> {
    try {
      // Linked, not opened with `wx`: a claim is there with all its bytes, or is not there.
      await this.#write(path, bytes, link)
      return Buffer.from(bytes)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const found = await this.read(path, Number.MAX_SAFE_INTEGER)
      if (found === null) throw error
      return found
    }
  }

  async unclaim(path: string): Promise<void> {
    const target = localPath(this.folder, path)
    await rm(target, { force: true })
    await flushFolder(dirname(target))
  }

  /** Written beside its place and flushed before it is moved there. */
  async #write(path: string, bytes: Uint8Array, place: (from: string, to: string) => Promise<void>): Promise<void> {
    const target = localPath(this.folder, path)
    const temporary = `${target}.${randomBytes(6).toString('hex')}.incoming`
    const { owner } = await rightsIn(this.folder)
    const made = await makeFolder(dirname(target), { owner })
    try {
      const file = await open(temporary, 'wx')
      try {
        await giveOwner(file, owner)
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await place(temporary, target)
    } finally {
      await rm(temporary, { force: true })
    }
    for (const folder of foldersUpTo(dirname(target), made ? dirname(made) : dirname(target))) await flushFolder(folder)
  }
}

/** The folders whose lists of names changed: from the innermost to the one in which the outermost new one stands. */
function foldersUpTo(inner: string, outer: string): string[] {
  const folders = [inner]
  for (let folder = inner; folder !== outer && folder.length > outer.length;) {
    folder = dirname(folder)
    folders.push(folder)
  }
  return folders
}
