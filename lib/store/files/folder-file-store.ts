import { randomBytes } from 'node:crypto'
import { access, constants, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { localPath } from '@/lib/local-path'
import { filePath } from './file-path'
import { fileStoreFailure } from './file-store-failure'
import { flushFolder } from './flush-folder'
import { giveRights, makeFolder, type Rights, rightsIn } from './shared-rights'
import type { FileStore } from './stored-files'
import { sweepFolder } from './sweep-folder'

/** A store in a folder: `<folder>/ab/cd/abcd…`. */
export class FolderFileStore implements FileStore {
  readonly name: string
  readonly #folder: string
  /** Where files are until they are whole. Nobody looks for a file in it, and what a crash leaves is easily found. */
  readonly #incoming: string

  constructor(folder: string) {
    this.#folder = folder
    this.#incoming = localPath(folder, 'incoming')
    this.name = `the folder ${folder}`
  }

  /** Written in a folder of its own, flushed and renamed: a file that is there is whole, also after a power cut. */
  async put(sha256: string, bytes: Uint8Array): Promise<void> {
    if (sha256Hex(bytes) !== sha256) throw new TypeError('these bytes have another SHA-256')
    const stored = await this.get(sha256)
    // What was damaged on the disk is replaced: the bytes at hand are the right ones.
    if (stored !== null && sha256Hex(stored) === sha256) return
    await this.#write(localPath(this.#folder, filePath(sha256)), bytes).catch((error: NodeJS.ErrnoException) => {
      throw this.#failure(error)
    })
  }

  async #write(path: string, bytes: Uint8Array): Promise<void> {
    const rights = await rightsIn(this.#folder)
    const temporary = localPath(this.#incoming, `${basename(path)}.${randomBytes(6).toString('hex')}`)
    try {
      const file = await inFolder(rights, temporary, () => open(/* turbopackIgnore: true */ temporary, 'wx', 0o600))
      try {
        await file.writeFile(bytes)
        await giveRights(file, rights)
        await file.sync()
      } finally {
        await file.close()
      }
      await inFolder(rights, path, () => rename(temporary, path))
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
    await flushFolder(dirname(path))
  }

  async get(sha256: string): Promise<Buffer | null> {
    return this.#orNull(readFile(localPath(this.#folder, filePath(sha256))))
  }

  async size(sha256: string): Promise<number | null> {
    return (await this.#orNull(stat(localPath(this.#folder, filePath(sha256)))))?.size ?? null
  }

  async remove(sha256: string): Promise<boolean> {
    const path = localPath(this.#folder, filePath(sha256))
    const removed = (await this.#orNull(rm(path).then(() => true))) ?? false
    if (removed) await flushFolder(dirname(path))
    return removed
  }

  async sweep(): Promise<void> {
    await sweepFolder(this.#incoming).catch((error: NodeJS.ErrnoException) => {
      throw this.#failure(error)
    })
  }

  async has(sha256: string): Promise<boolean> {
    return (await this.size(sha256)) !== null
  }

  /** A folder that is not made yet is made when it is first needed, in the nearest one that is there. */
  async check(): Promise<void> {
    await this.#usable(this.#folder).catch((error: NodeJS.ErrnoException) => {
      throw this.#failure(error)
    })
  }

  async #usable(folder: string): Promise<void> {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT' || dirname(folder) === folder) throw error
      return this.#usable(dirname(folder))
    })
  }

  async #orNull<T>(work: Promise<T>): Promise<T | null> {
    return work.catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw this.#failure(error)
    })
  }

  #failure(error: NodeJS.ErrnoException): Error {
    return fileStoreFailure(`The folder ${this.#folder} cannot be used (${error.code ?? error.message}).`, error)
  }
}

/** Does what needs a file's folder. The folder is nearly always there: it is made only where that fails. */
async function inFolder<T>(rights: Rights, path: string, work: () => Promise<T>): Promise<T> {
  return work().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    await makeFolder(dirname(path), rights)
    return work()
  })
}
