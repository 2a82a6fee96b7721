import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { filePath } from './file-path'
import { S3Bucket, type S3Options } from './s3-bucket'
import type { FileStore } from './stored-files'

const EMPTY = sha256Hex('')

/** A store in a bucket of an S3-compatible service, under `ab/cd/abcd…`. */
export class S3FileStore implements FileStore {
  readonly name: string
  readonly #bucket: S3Bucket

  constructor(options: S3Options) {
    this.#bucket = new S3Bucket(options)
    this.name = this.#bucket.name
  }

  async put(sha256Of: string, bytes: Uint8Array): Promise<void> {
    if (sha256Hex(bytes) !== sha256Of) throw new TypeError('these bytes have another SHA-256')
    await this.#bucket.put(filePath(sha256Of), bytes)
  }

  async get(sha256Of: string): Promise<Buffer | null> {
    return this.#bucket.get(filePath(sha256Of))
  }

  async size(sha256Of: string): Promise<number | null> {
    return this.#bucket.size(filePath(sha256Of))
  }

  /** Asked before, since deleting does not tell whether there was something. */
  async remove(sha256Of: string): Promise<boolean> {
    const found = await this.has(sha256Of)
    await this.#bucket.remove(filePath(sha256Of))
    return found
  }

  /** A request that breaks off leaves nothing. */
  sweep(): Promise<void> {
    return Promise.resolve()
  }

  async has(sha256Of: string): Promise<boolean> {
    return (await this.size(sha256Of)) !== null
  }

  /** Asks for a file that nobody stores: what reading needs, and nothing else, must be allowed. */
  async check(): Promise<void> {
    await this.get(EMPTY)
  }
}
