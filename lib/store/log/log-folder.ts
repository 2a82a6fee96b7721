import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { LogFormatError } from '@/lib/crypto/tlog/log-format-error'
import type { LogReader } from '@/lib/domain/log/log-reader'

/** A log, or a copy of one, in a folder: its files under the paths that they have at an address. */
export class LogFolder implements LogReader {
  constructor(readonly folder: string) {}

  async read(path: string, most: number): Promise<Buffer | null> {
    const file = await open(join(this.folder, path)).catch((error: NodeJS.ErrnoException) => {
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

  /** Writes a file so that it is there whole or not at all, also after a power cut. */
  async write(path: string, bytes: Uint8Array): Promise<void> {
    const target = join(this.folder, path)
    const temporary = `${target}.${randomBytes(6).toString('hex')}`
    await mkdir(dirname(target), { recursive: true })
    try {
      const file = await open(temporary, 'wx')
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(temporary, target)
    } finally {
      await rm(temporary, { force: true })
    }
  }
}
