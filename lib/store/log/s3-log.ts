import { LogFormatError } from '@/lib/crypto/tlog/log-format-error'
import type { LogStore } from '@/lib/domain/log/log-store'
import { S3Bucket, type S3Options } from '@/lib/store/files/s3-bucket'

/** Where a log lies in the bucket, beside the files of certificates. */
const FOLDER = 'log/'
const PROBE = 'next/probe'
const MOST_TRIES = 5

/** A log in a bucket of an S3-compatible service: its files under the paths that they have at an address. */
export class S3Log implements LogStore {
  readonly #bucket: S3Bucket

  private constructor(bucket: S3Bucket) {
    this.#bucket = bucket
  }

  /**
   * Opens it, once it is seen that of two who make an object one is refused.
   * @throws Error where the service lets both: two could then go on with one log
   */
  static async open(options: S3Options): Promise<S3Log> {
    const bucket = new S3Bucket(options)
    const key = FOLDER + PROBE
    await bucket.make(key, Buffer.from('first\n'))
    if (await bucket.make(key, Buffer.from('second\n'))) {
      throw new Error(`The log cannot lie in ${bucket.name}: the service does not heed If-None-Match.`)
    }
    return new S3Log(bucket)
  }

  async read(path: string, most: number): Promise<Buffer | null> {
    const bytes = await this.#bucket.get(FOLDER + path)
    if (bytes && bytes.length > most) throw new LogFormatError('The file is too long.')
    return bytes
  }

  async put(path: string, bytes: Uint8Array, mayStill?: () => Promise<void>): Promise<void> {
    await mayStill?.()
    await this.#bucket.put(FOLDER + path, bytes)
  }

  async fence(): Promise<void> {
    // What is under way to the bucket cannot be called back.
  }

  async claim(path: string, bytes: Uint8Array): Promise<Buffer> {
    for (let tried = 0; tried < MOST_TRIES; tried++) {
      if (await this.#bucket.make(FOLDER + path, bytes)) return Buffer.from(bytes)
      const found = await this.#bucket.get(FOLDER + path)
      // Refused for one who was writing, and then did not.
      if (found) return found
    }
    throw new Error(`The claim ${path} is refused, and not there.`)
  }
}
