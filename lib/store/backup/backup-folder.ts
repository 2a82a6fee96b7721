import { constants, createReadStream } from 'node:fs'
import { access, type FileHandle, mkdir, open, readdir, rm, rmdir } from 'node:fs/promises'
import { decryptStream, encryptStream, StreamDamaged } from '@/lib/crypto/encryption/encrypted-stream'
import { ServiceError } from '@/lib/errors'
import { localPath } from '@/lib/local-path'
import { flushFolder } from '@/lib/store/files/flush-folder'
import { backupManifest, type BackupManifest, type BackupMember, MEMBERS } from './backup-manifest'
import { EntriesDamaged } from './entry-stream'

const PURPOSE = 'certificate-verification/backup/v1'
const MAGIC = 'certificate-verification backup 1\n'
const ID_BYTES = 36
const HEAD = MAGIC.length + ID_BYTES + 1
/** The longest manifest that is read, in bytes. */
const MOST_MANIFEST = 8 * 1024 * 1024

/** A backup that cannot be used; the message is a sentence for the operator. */
export class BackupRefused extends ServiceError {
  constructor(sentence: string, options: { cause?: unknown } = {}) {
    super('malformed', sentence, options)
    this.name = 'BackupRefused'
  }
}

/** A backup that is being made, in a folder of its own. */
export class NewBackup {
  readonly #begun: BackupMember[] = []

  private constructor(
    readonly folder: string,
    readonly id: string,
    private readonly key: Buffer,
    private readonly signal: AbortSignal | undefined,
    private readonly isFolderNew: boolean,
  ) {}

  /**
   * @param signal ends the writing in order
   * @throws BackupRefused where the folder holds something, or cannot be made
   */
  static async make(folder: string, id: string, key: Buffer, signal?: AbortSignal): Promise<NewBackup> {
    let made: string | undefined
    const names = await mkdir(folder, { recursive: true, mode: 0o700 })
      .then((first) => {
        made = first
        return readdir(folder)
      })
      .then((found) => access(folder, constants.W_OK | constants.X_OK).then(() => found))
      .catch((cause: NodeJS.ErrnoException) => {
        const whose =
          'The folder around it must let the user that runs this command make folders (docs/operations.md, Backup)'
        throw new BackupRefused(
          `The folder ${folder} cannot be made or written (${cause.code ?? cause.message}). ${whose}.`,
          {
            cause,
          },
        )
      })
    if (names.length > 0)
      throw new BackupRefused(`The folder ${folder} holds ${what(names)}: name one that is new or empty.`)
    return new NewBackup(folder, id, key, signal, made !== undefined)
  }

  /** Writes a member, flushed when this resolves. */
  async write(member: BackupMember, source: AsyncIterable<Uint8Array>): Promise<void> {
    const file = await open(localPath(this.folder, member), 'wx', 0o600)
    this.#begun.push(member)
    try {
      await file.writeFile(`${MAGIC}${this.id}\n`)
      for await (const chunk of encryptStream(source, this.key, bindingOf(this.id, member))) {
        if (this.signal?.aborted) throw new BackupRefused('The backup was stopped, and nothing of it is left.')
        await file.writeFile(chunk)
      }
      await file.sync()
    } finally {
      await file.close()
    }
  }

  /** Writes the manifest, and so ends the backup. */
  async complete(manifest: BackupManifest): Promise<void> {
    await this.write('manifest', asSource(Buffer.from(JSON.stringify(manifest))))
    await flushFolder(this.folder)
  }

  /** Removes what was written, since nobody can restore it, and the folder where it was made for it; a full disk has its room again. */
  async discard(): Promise<void> {
    for (const member of this.#begun) await rm(localPath(this.folder, member), { force: true })
    if (this.isFolderNew) await rmdir(this.folder)
  }
}

/** What is in a folder that is not empty, for a sentence. */
function what(names: string[]): string {
  const isPart = names.every((name) => name !== 'manifest' && MEMBERS.some((member) => member === name))
  return isPart ? 'a backup that is being made or was broken off' : 'something'
}

/** A backup that was made. Nothing that it says was read from bytes that somebody without the key could have written. */
export class StoredBackup {
  private constructor(
    readonly folder: string,
    readonly manifest: BackupManifest,
    private readonly key: Buffer,
    private readonly signal: AbortSignal | undefined,
  ) {}

  /**
   * @param signal ends the reading of members
   * @throws BackupRefused where it is no backup, is not whole, or was made under another key
   */
  static async open(folder: string, key: Buffer, signal?: AbortSignal): Promise<StoredBackup> {
    const names = await readdir(folder).catch((cause: NodeJS.ErrnoException) => {
      throw new BackupRefused(`The folder ${folder} cannot be read (${cause.code ?? cause.message}).`, { cause })
    })
    const missing = MEMBERS.filter((name) => !names.includes(name))
    if (missing.length > 0) throw new BackupRefused(`This is no whole backup: it lacks ${missing.join(', ')}.`)
    const others = names.filter((name) => !MEMBERS.some((member) => member === name))
    if (others.length > 0) throw new BackupRefused(`A backup holds nothing but its own files: remove ${others[0]}.`)
    const { id, source } = await openMember(folder, 'manifest')
    const parts: Buffer[] = []
    let length = 0
    await reading('manifest', async () => {
      for await (const part of decryptStream(source, key, bindingOf(id, 'manifest'))) {
        length += part.length
        if (length > MOST_MANIFEST) throw new StreamDamaged()
        parts.push(part)
      }
    })
    const parsed = backupManifest.safeParse(JSON.parse(Buffer.concat(parts).toString('utf8')))
    if (!parsed.success) throw new BackupRefused('The backup was made by another version of this software.')
    if (parsed.data.id !== id) throw damaged('manifest')
    return new StoredBackup(folder, parsed.data, key, signal)
  }

  /**
   * Reads a member.
   * @returns what the work returns
   * @throws BackupRefused where it is damaged or of another backup
   */
  async read<T>(member: BackupMember, work: (source: AsyncIterable<Buffer>) => Promise<T>): Promise<T> {
    const { id, source } = await openMember(this.folder, member)
    try {
      if (id !== this.manifest.id) throw new BackupRefused(`The file ${member} is of another backup.`)
      const plain = decryptStream(source, this.key, bindingOf(id, member))
      return await reading(member, () => work(this.#untilStopped(plain)))
    } finally {
      source.destroy() // also where nobody read it to its end
    }
  }

  async *#untilStopped(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const part of source) {
      if (this.signal?.aborted) throw new BackupRefused('Stopped: run it again, and it begins anew.')
      yield part
    }
  }
}

function bindingOf(id: string, member: BackupMember) {
  return { purpose: PURPOSE, place: `${id}/${member}` }
}

/** No link is followed, and nothing else is taken for a file. */
async function openMember(folder: string, member: BackupMember) {
  const path = localPath(folder, member)
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch((cause: NodeJS.ErrnoException) => {
    throw new BackupRefused(`The file ${path} cannot be read (${cause.code ?? cause.message}).`, { cause })
  })
  try {
    return await readHead(file, member)
  } catch (error) {
    await file.close()
    throw error
  }
}

async function readHead(file: FileHandle, member: BackupMember) {
  if (!(await file.stat()).isFile()) throw new BackupRefused(`${member} is no file.`)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0)
  const head = buffer.subarray(0, bytesRead).toString('latin1')
  const id = head.slice(MAGIC.length, -1)
  if (!head.startsWith(MAGIC) || !head.endsWith('\n') || !/^[0-9a-f-]{36}$/.test(id)) throw damaged(member)
  return { id, source: createReadStream('', { fd: file, start: HEAD }) }
}

async function reading<T>(member: BackupMember, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StreamDamaged || error instanceof EntriesDamaged) throw damaged(member, error)
    // Of gunzip: the bytes are genuine, so somebody with the key wrote nonsense.
    if ((error as { code?: unknown }).code?.toString().startsWith('Z_')) throw damaged(member, error)
    throw error
  }
}

function damaged(member: BackupMember, cause?: unknown): BackupRefused {
  const sentence = `The file ${member} of the backup is damaged, or the backup was made under another KEY_ENCRYPTION_KEY.`
  return new BackupRefused(sentence, { cause })
}

async function* asSource(bytes: Buffer) {
  yield await Promise.resolve(bytes)
}
