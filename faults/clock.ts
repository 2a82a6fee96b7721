import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pause } from './load'

const LIBRARIES = ['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`)
/** How long the library goes by what it read last. */
const CACHE_SECONDS = 1

/** A clock that a program started with these variables goes by. */
export class Clock {
  readonly #file: string
  readonly variables: Record<string, string>

  private constructor(file: string, library: string) {
    this.#file = file
    this.variables = {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: String(CACHE_SECONDS),
      DONT_FAKE_MONOTONIC: '1',
    }
  }

  /** @returns null where the library is missing */
  static async make(): Promise<Clock | null> {
    const library = LIBRARIES.find((path) => existsSync(path))
    if (library === undefined) return null
    const folder = await mkdtemp(join(tmpdir(), 'faults-clock-'))
    await chmod(folder, 0o755)
    const clock = new Clock(join(folder, 'clock'), library)
    await writeFile(clock.#file, '+0', { mode: 0o644 })
    return clock
  }

  /** Sets it, such as `-1h`; resolves once every program has noticed. */
  async set(offset: string): Promise<void> {
    await writeFile(this.#file, offset)
    await pause(CACHE_SECONDS * 1000 + 500)
  }

  async remove(): Promise<void> {
    await rm(dirname(this.#file), { recursive: true, force: true })
  }
}
