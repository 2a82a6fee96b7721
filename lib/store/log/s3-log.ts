import { LogFormatError } from '@/lib/crypto/tlog/log-format-error'
import type { LogStore } from '@/lib/domain/log/log-store'
import { log } from '@/lib/log'
import { S3Bucket, type S3Options } from '@/lib/store/files/s3-bucket'

/** Where a log lies in the bucket, beside the files of certificates. */
const FOLDER = 'log/'
const PROBE = 'next/probe'
const NO_TAG = '"00000000000000000000000000000000"'
const MOST_TRIES = 5

/** A log in a bucket of an S3-compatible service: its files under the paths that they have at an address. */
export class S3Log implements LogStore {
  readonly #bucket: S3Bucket
  /** The files that only whoever read them last writes over, with the tags that they had then; null for none. */
  readonly #fenced = new Map<string, string | null>()
  readonly #heedsTags: boolean

  private constructor(bucket: S3Bucket, heedsTags: boolean) {
    this.#bucket = bucket
    this.#heedsTags = heedsTags
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
    // Not every service knows If-Match; without, the lock is all that keeps one who slept from writing an older file.
    const heedsTags = (await bucket.putOver(key, Buffer.from('third\n'), NO_TAG)) === null
    if (!heedsTags)
      log.warn('the bucket of the public log does not heed If-Match: a writer that slept is kept off by its lock alone')
    return new S3Log(bucket, heedsTags)
  }

  async read(path: string, most: number): Promise<Buffer | null> {
    const bytes = await this.#bucket.getHashed(FOLDER + path)
    if (bytes && bytes.length > most) throw new LogFormatError('The file is too long.')
    return bytes
  }

  async put(path: string, bytes: Uint8Array, mayStill?: () => Promise<void>): Promise<void> {
    await mayStill?.()
    const tag = this.#fenced.get(path)
    if (tag === undefined) return this.#bucket.put(FOLDER + path, bytes)
    const written = await this.#bucket.putOver(FOLDER + path, bytes, tag)
    if (written !== null) return void this.#fenced.set(path, written)
    // A request that was sent again after its answer was lost finds its own bytes.
    const found = await this.#bucket.getTagged(FOLDER + path)
    if (!found?.bytes.equals(bytes)) throw new Error(`Somebody else has written ${path} of the public log meanwhile.`)
    this.#fenced.set(path, found.tag)
  }

  /** A request that is under way cannot be called back; but it writes only over what its sender had read. */
  async fence(path: string): Promise<void> {
    if (!this.#heedsTags) return
    const found = await this.#bucket.getTagged(FOLDER + path)
    if (found?.tag === null) throw new Error(`The answer for ${path} of the public log has no tag.`)
    this.#fenced.set(path, found?.tag ?? null)
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

  unclaim(path: string): Promise<void> {
    return this.#bucket.remove(FOLDER + path)
  }
}
