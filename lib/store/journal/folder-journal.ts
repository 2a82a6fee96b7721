import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, constants, type FileHandle, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { localPath } from '@/lib/local-path'
import { flushFolder } from '@/lib/store/files/flush-folder'
import { giveRights, makeFolder, makeOneFolder, rightsIn } from '@/lib/store/files/shared-rights'
import { sweepFolder } from '@/lib/store/files/sweep-folder'
import { isSegmentName, type JournalFiles, JournalFailure, type JournalSegment } from './journal-files'

const SNAPSHOT = 'knowledge.snapshot'
/** The ids of the backups that were made, a line each. */
const BACKUPS = 'backups'
const ENCLOSURE = /^[a-z]+-[0-9a-f]{64}$/

/**
 * The journal in a folder. Each process writes a file of its own, `<time>-<random>.journal`, so that a torn line can
 * only be a file's last; `sealed/ab/…` and `knowledge.snapshot` are beside them.
 */
export class FolderJournal implements JournalFiles {
  readonly name: string
  readonly #folder: string
  /** Where encrypted parts are until they are whole. */
  readonly #incoming: string
  #open: { path: string; handle: FileHandle } | null = null
  #last: Promise<void> = Promise.resolve()

  constructor(folder: string) {
    this.#folder = folder
    this.#incoming = localPath(folder, 'sealed', 'incoming')
    this.name = `the folder ${folder}`
  }

  /** One after the other: after one that failed a new file is begun, since its last line may be torn. */
  append(lines: string): Promise<void> {
    const appended = this.#last.then(() => this.#append(lines))
    this.#last = appended.catch(() => undefined)
    return appended
  }

  async #append(lines: string): Promise<void> {
    try {
      const { handle } = await this.#segment()
      await handle.appendFile(lines)
      await handle.datasync()
    } catch (error) {
      const broken = this.#open
      this.#open = null
      await broken?.handle.close().catch(() => undefined)
      throw this.#failure(error)
    }
  }

  /** The open file, or a new one where the folder was taken away meanwhile: what is unlinked is as good as not written. */
  async #segment(): Promise<{ path: string; handle: FileHandle }> {
    if (this.#open) {
      const [there, ours] = await Promise.all([stat(this.#open.path).catch(() => null), this.#open.handle.stat()])
      if (there?.ino === ours.ino && there.dev === ours.dev) return this.#open
      await this.#open.handle.close()
      this.#open = null
    }
    const time = new Date().toISOString().replace(/[-:]|\..*/g, '')
    const path = localPath(this.#folder, `${time}-${randomBytes(8).toString('hex')}.journal`)
    // Kept at once: what fails from here on closes it. A handle that is lost open ends the process in Node 25 and later.
    this.#open = { path, handle: await open(path, 'ax', 0o600) }
    await giveRights(this.#open.handle, await rightsIn(this.#folder))
    await flushFolder(this.#folder)
    return this.#open
  }

  async segments(): Promise<JournalSegment[] | null> {
    const names = await this.#orNull(readdir(this.#folder))
    if (names === null) return null
    const wanted = names.filter(isSegmentName).sort()
    return this.#tried(
      Promise.all(wanted.map(async (name) => ({ name, bytes: (await stat(localPath(this.#folder, name))).size }))),
    )
  }

  async make(): Promise<void> {
    await this.#tried(rightsIn(this.#folder).then((rights) => makeFolder(this.#folder, rights)))
  }

  async *read(segment: string, from: number): AsyncIterable<Buffer> {
    try {
      for await (const chunk of createReadStream(localPath(this.#folder, segment), { start: from }))
        yield chunk as Buffer
    } catch (error) {
      throw this.#failure(error)
    }
  }

  async putSegment(name: string, source: AsyncIterable<Uint8Array>): Promise<void> {
    if (!isSegmentName(name)) throw new TypeError('not the name of a segment')
    await this.#put(localPath(this.#folder, name), source, [])
  }

  async noteBackup(id: string): Promise<void> {
    await this.#tried(
      open(localPath(this.#folder, BACKUPS), 'a', 0o600).then(async (handle) => {
        try {
          if ((await handle.stat()).size === 0) await giveRights(handle, await rightsIn(this.#folder))
          await handle.appendFile(`${id}\n`)
          await handle.sync()
        } finally {
          await handle.close()
        }
        await flushFolder(this.#folder)
      }),
    )
  }

  async knowsBackup(id: string): Promise<boolean> {
    const lines = await this.#orNull(readFile(localPath(this.#folder, BACKUPS), 'utf8'))
    // What a full disk left of another id may stand before it.
    return lines?.split('\n').some((line) => line.endsWith(id)) ?? false
  }

  async putEnclosure(name: string, encrypted: string): Promise<void> {
    const path = this.#enclosurePath(name)
    const folder = localPath(this.#folder, 'sealed', part(name))
    await this.#put(path, encrypted, [folder])
  }

  getSnapshot(): Promise<Buffer | null> {
    return this.#orNull(readFile(localPath(this.#folder, SNAPSHOT)))
  }

  putSnapshot(snapshot: Buffer): Promise<void> {
    return this.#put(localPath(this.#folder, SNAPSHOT), snapshot, [])
  }

  /** Whole or not at all, also after a crash. */
  async #put(
    path: string,
    content: string | Buffer | AsyncIterable<Uint8Array>,
    folders: readonly string[],
  ): Promise<void> {
    const temporary = localPath(this.#incoming, `${basename(path)}.${randomBytes(6).toString('hex')}`)
    try {
      // Not the journal's own folder: where that is gone, its disk may be.
      const rights = await rightsIn(this.#folder)
      for (const made of [localPath(this.#folder, 'sealed'), this.#incoming, ...folders])
        await makeOneFolder(made, rights)
      const handle = await open(/* turbopackIgnore: true */ temporary, 'wx', 0o600)
      await writeAll(handle, content)
        .then(() => giveRights(handle, rights))
        .then(() => handle.sync())
        .finally(() => handle.close())
      await rename(temporary, path)
      for (const made of [...folders, localPath(this.#folder, 'sealed'), this.#folder]) await flushFolder(made)
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined)
      throw this.#failure(error)
    }
  }

  async getEnclosure(name: string): Promise<string | null> {
    return this.#orNull(readFile(this.#enclosurePath(name), 'utf8'))
  }

  async removeEnclosure(name: string): Promise<void> {
    await this.#tried(rm(this.#enclosurePath(name), { force: true }))
  }

  async sweep(): Promise<void> {
    await this.#tried(sweepFolder(this.#incoming))
  }

  async *enclosures(): AsyncIterable<string> {
    const parts = (await this.#orNull(readdir(localPath(this.#folder, 'sealed')))) ?? []
    for (const one of parts) {
      const names = (await this.#orNull(readdir(localPath(this.#folder, 'sealed', one)))) ?? []
      yield* names.filter((name) => ENCLOSURE.test(name))
    }
  }

  async check(): Promise<void> {
    await this.#tried(access(this.#folder, constants.R_OK | constants.W_OK | constants.X_OK))
  }

  async close(): Promise<void> {
    await this.#last
    const open = this.#open
    this.#open = null
    await open?.handle.close()
  }

  #enclosurePath(name: string): string {
    if (!ENCLOSURE.test(name)) throw new TypeError('not the name of an enclosure')
    return localPath(this.#folder, 'sealed', part(name), name)
  }

  async #orNull<T>(work: Promise<T>): Promise<T | null> {
    return work.catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw this.#failure(error)
    })
  }

  async #tried<T>(work: Promise<T>): Promise<T> {
    return work.catch((error: unknown) => {
      throw this.#failure(error)
    })
  }

  #failure(error: unknown): JournalFailure {
    const { code, message } = error as NodeJS.ErrnoException
    return new JournalFailure(`The journal in ${this.name} cannot be used (${code ?? message}).`, { cause: error })
  }
}

async function writeAll(handle: FileHandle, content: string | Buffer | AsyncIterable<Uint8Array>): Promise<void> {
  if (typeof content === 'string' || Buffer.isBuffer(content)) return handle.writeFile(content)
  for await (const part of content) await handle.writeFile(part)
}

/** Enclosures are spread over folders by the beginning of their hash. */
function part(name: string): string {
  return name.slice(name.indexOf('-') + 1).slice(0, 2)
}
