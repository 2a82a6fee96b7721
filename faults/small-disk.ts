import { spawnSync } from 'node:child_process'
import { open, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** A file system of a few megabytes, which only root can make. */
export class SmallDisk {
  private constructor(readonly folder: string) {}

  /**
   * Mounts one in memory.
   * @returns null where this user may not
   */
  static async mount(folder: string, size: string): Promise<SmallDisk | null> {
    await mkdir(folder, { recursive: true })
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0711`, 'tmpfs', folder])
    return status === 0 ? new SmallDisk(folder) : null
  }

  /** Writes until there is no room. */
  async fill(): Promise<void> {
    const file = await open(join(this.folder, 'filler'), 'a')
    try {
      for (const piece of [1 << 20, 4096]) while (await fits(() => file.write(Buffer.alloc(piece)))) continue
    } finally {
      await file.close()
    }
  }

  /** Makes room again. */
  async free(): Promise<void> {
    await rm(join(this.folder, 'filler'), { force: true })
  }

  unmount(): void {
    spawnSync('umount', ['-l', this.folder])
  }
}

async function fits(write: () => Promise<unknown>): Promise<boolean> {
  return write().then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOSPC') return false
      throw error
    },
  )
}
