import { AwsV4Signer } from 'aws4fetch'
import { setTimeout as pause } from 'node:timers/promises'
import { sha256, sha256Hex } from '@/lib/crypto/encoding/sha256'
import { fileStoreFailure } from './file-store-failure'
import { type S3Answer, type S3Patience, sendToS3 } from './s3-request'

/** The address of a bucket and the keys that open it. */
export interface S3Options {
  /** An origin: `https://s3.example.org`. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** The bucket stands in the path, else in the host's name. */
  pathStyle: boolean
  /** Milliseconds until a connection stands, and until an operation is over, a second try included. */
  patience?: { connectMs: number; wholeMs: number }
}

/** What one request sends beside its method and path. */
interface Sent {
  headers?: Record<string, string>
  body?: Uint8Array
  payloadHash?: string
}

const PATIENCE = { connectMs: 2000, wholeMs: 10_000 }
const EMPTY = sha256Hex('')
/** Busy or failing for a moment: asked once more after this, in milliseconds. Some services take one object once a second, and say 429. */
const SECOND_TRY_MS: ReadonlyMap<number, number> = new Map([
  [429, 1100],
  ...[500, 502, 503, 504].map((status) => [status, 200] as const),
])
/** The object is there, or somebody else is writing it at this moment. */
const TAKEN: ReadonlySet<number> = new Set([409, 412])

/** A bucket of an S3-compatible service: its objects by their keys. */
export class S3Bucket {
  readonly name: string
  readonly #options: S3Options
  readonly #base: string
  // The signing key is derived once a day.
  readonly #keys = new Map<string, ArrayBuffer>()
  /** Not every service keeps the hash of what it stores: Backblaze refuses each request that names one. */
  #keepsHashes = true

  constructor(options: S3Options) {
    const { endpoint, bucket, pathStyle } = options
    this.#options = options
    const at = new URL(endpoint)
    this.#base = pathStyle ? `${at.origin}/${bucket}/` : `${at.protocol}//${bucket}.${at.host}/`
    this.name = `the bucket ${bucket} at ${at.origin}`
  }

  /** The hash is signed with the request, so that the service refuses bytes that were damaged on their way. */
  async put(key: string, bytes: Uint8Array): Promise<void> {
    this.#requireStored(await this.#put(key, bytes, {}))
  }

  /** @returns false where there is such an object already, or somebody is making one */
  async make(key: string, bytes: Uint8Array): Promise<boolean> {
    const answer = await this.#put(key, bytes, { 'if-none-match': '*' })
    if (TAKEN.has(answer.status)) return false
    this.#requireStored(answer)
    return true
  }

  /**
   * Writes over what was read, and over nothing else.
   * @param tag of what was read (`getTagged`); null where there was nothing
   * @returns the new tag; null where something else stands there now, or the service does not know the condition
   */
  async putOver(key: string, bytes: Uint8Array, tag: string | null): Promise<string | null> {
    const answer = await this.#put(key, bytes, tag === null ? { 'if-none-match': '*' } : { 'if-match': tag })
    // 404 is what AWS says of an object that is gone, 501 what services say that do not know the condition.
    if (TAKEN.has(answer.status) || answer.status === 404 || answer.status === 501) return null
    this.#requireStored(answer)
    return answer.headers.etag ?? null
  }

  async get(key: string): Promise<Buffer | null> {
    return (await this.getTagged(key))?.bytes ?? null
  }

  /** An object with the tag that the service gave to this very content. Nothing about the bytes is checked here. */
  async getTagged(key: string): Promise<{ bytes: Buffer; tag: string | null } | null> {
    const { bytes, headers } = (await this.#get(key)) ?? {}
    return bytes ? { bytes, tag: headers?.etag ?? null } : null
  }

  /**
   * An object that nothing else tells to be right, as its name does a file's.
   * @throws ServiceError `unavailable` also where the service has kept the hash of other bytes than it gives
   */
  async getHashed(key: string): Promise<Buffer | null> {
    const found = await this.#get(key)
    // Of an object that a copy put together from parts, the service has the hash of their hashes, such as `…-2`, which tells nothing here.
    const kept = found?.headers['x-amz-checksum-sha256']
    if (found && typeof kept === 'string' && !/-\d+$/.test(kept) && kept !== sha256(found.bytes).toString('base64'))
      throw fileStoreFailure(`${capital(this.name)} gives other bytes than were stored.`)
    return found?.bytes ?? null
  }

  async #get(key: string): Promise<{ bytes: Buffer; headers: S3Answer['headers'] } | null> {
    const answer = await this.#askHashed('GET', key, { 'x-amz-checksum-mode': 'ENABLED' })
    if (answer.status === 200) return { bytes: answer.body, headers: answer.headers }
    // A bucket that is not there answers 404 too, and would make every file look missing.
    if (answer.status === 404 && errorCode(answer) === 'NoSuchKey') return null
    throw this.#refusal('GET', answer)
  }

  async size(key: string): Promise<number | null> {
    const answer = await this.#ask('HEAD', key)
    if (answer.status === 404) return null
    const length = Number(answer.headers['content-length'] ?? Number.NaN)
    if (answer.status !== 200 || !Number.isInteger(length)) throw this.#refusal('HEAD', answer)
    return length
  }

  /** Deleting is answered with 204 whether there was something or not. */
  async remove(key: string): Promise<void> {
    const answer = await this.#ask('DELETE', key)
    if (answer.status === 204) return
    // Few services say so; a page of whatever stands before one does, too.
    if (answer.status === 200 && (await this.size(key)) === null) return
    // Without its body an answer to HEAD does not tell a bucket that is not there.
    if (answer.status === 404 && errorCode(answer) === 'NoSuchKey') return
    throw this.#refusal('DELETE', answer)
  }

  /** Whatever stands before the service may answer for it, and has stored nothing. */
  #requireStored(answer: S3Answer): void {
    if (answer.status !== 200) throw this.#refusal('PUT', answer)
    if (answer.headers.etag === undefined)
      throw fileStoreFailure(`${capital(this.name)} answers to PUT without a tag of what it stored.`)
  }

  async #put(key: string, bytes: Uint8Array, condition: Record<string, string>): Promise<S3Answer> {
    const digest = sha256(bytes)
    const headers = { 'content-length': String(bytes.length), ...condition }
    const sent = { headers, body: bytes, payloadHash: digest.toString('hex') }
    return this.#askHashed('PUT', key, { 'x-amz-checksum-sha256': digest.toString('base64') }, sent)
  }

  /** @param checksum headers that not every service knows; what refuses them, and takes the same without, is not sent them again */
  async #askHashed(method: string, key: string, checksum: Record<string, string>, sent: Sent = {}): Promise<S3Answer> {
    if (!this.#keepsHashes) return this.#ask(method, key, sent)
    const answer = await this.#ask(method, key, { ...sent, headers: { ...checksum, ...sent.headers } })
    if (!isUnknownHeader(answer)) return answer
    const plain = await this.#ask(method, key, sent)
    if (!isUnknownHeader(plain)) this.#keepsHashes = false
    return plain
  }

  async #ask(method: string, path: string, sent: Sent = {}): Promise<S3Answer> {
    const { connectMs, wholeMs } = this.#options.patience ?? PATIENCE
    const patience = { connectMs, until: performance.now() + wholeMs }
    try {
      const first = await this.#send(method, path, sent, patience)
      const secondTryMs = SECOND_TRY_MS.get(first.status)
      if (secondTryMs === undefined) return first
      await pause(secondTryMs)
      return await this.#send(method, path, sent, patience)
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      throw fileStoreFailure(`${capital(this.name)} does not answer (${message || code || 'unknown'}).`, error)
    }
  }

  async #send(method: string, path: string, sent: Sent, patience: S3Patience): Promise<S3Answer> {
    const { region, accessKeyId, secretAccessKey } = this.#options
    const signer = new AwsV4Signer({
      ...{ method, url: this.#base + path, service: 's3', region, accessKeyId, secretAccessKey, cache: this.#keys },
      headers: { ...sent.headers, 'x-amz-content-sha256': sent.payloadHash ?? EMPTY },
    })
    const { url, headers } = await signer.sign()
    const signed = { method, url, headers: Object.fromEntries(headers), ...(sent.body && { body: sent.body }) }
    return sendToS3(signed, patience)
  }

  #refusal(method: string, answer: S3Answer): Error {
    const code = errorCode(answer)
    const words = [method, 'was answered with', answer.status, ...(code === null ? [] : [code])].join(' ')
    return fileStoreFailure(`${capital(this.name)} refuses: ${words}.`)
  }
}

/** The code in an error's XML, such as `NoSuchKey`; null when there is none, as after HEAD. */
function errorCode({ body }: S3Answer): string | null {
  return /<Code>([A-Za-z0-9.]{1,64})<\/Code>/.exec(body.subarray(0, 4096).toString('utf8'))?.[1] ?? null
}

/** What services say of a header that they do not know. */
function isUnknownHeader(answer: S3Answer): boolean {
  return answer.status === 501 || (answer.status === 400 && errorCode(answer) === 'InvalidArgument')
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
