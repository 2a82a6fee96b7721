import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { env } from '@/lib/env'
import { resolveDataDir } from './data-dir'

/** Files by the SHA-256 of their bytes. What is stored once is never changed. */
export interface FileStore {
  /** Stores bytes under their hash; resolves when they are safe. */
  put(sha256: string, bytes: Uint8Array): Promise<void>
  /** The bytes, or null when there are none under this hash. Nothing about them is checked here. */
  get(sha256: string): Promise<Buffer | null>
  has(sha256: string): Promise<boolean>
}

/** A store in a folder: `<folder>/ab/cd/abcd…`. */
export class FolderFileStore implements FileStore {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Written beside its place, flushed and renamed: a file that is there is whole, also after a power cut. */
  async put(sha256: string, bytes: Uint8Array): Promise<void> {
    const path = this.#path(sha256)
    if (await this.has(sha256)) return
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const temporary = `${path}.${randomBytes(6).toString('hex')}`
    try {
      const file = await open(temporary, 'wx', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(temporary, path)
    } finally {
      await rm(temporary, { force: true })
    }
    const folder = await open(dirname(path), 'r')
    await folder.sync().finally(() => folder.close())
  }

  async get(sha256: string): Promise<Buffer | null> {
    return readFile(this.#path(sha256)).catch(nullIfMissing)
  }

  async has(sha256: string): Promise<boolean> {
    return (await stat(this.#path(sha256)).catch(nullIfMissing)) !== null
  }

  #path(sha256: string): string {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new TypeError('a file is named by its SHA-256')
    return join(this.#folder, sha256.slice(0, 2), sha256.slice(2, 4), sha256)
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

const holder = globalThis as typeof globalThis & { certificateServiceFiles?: { folder: string; store: FileStore } }

/** The file store of this process: the folder `files` under `DATA_DIR`. */
export function fileStore(): FileStore {
  const folder = join(resolveDataDir(env()), 'files')
  if (holder.certificateServiceFiles?.folder !== folder) {
    holder.certificateServiceFiles = { folder, store: new FolderFileStore(folder) }
  }
  return holder.certificateServiceFiles.store
}
