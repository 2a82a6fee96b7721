import { LogFormatError } from '@/lib/crypto/tlog/log-format-error'
import type { FetchedDocument } from '@/lib/domain/badge/badge-network'
import type { LogReader } from '@/lib/domain/log/log-reader'
import { ServiceError } from '@/lib/errors'
import { fetchGuarded, type GuardedFetchOptions } from './fetch-guarded'
import { parseFetchAddress } from './parse-fetch-address'
import { TOO_LARGE } from './read-answer'

const TYPES = ['application/octet-stream', 'text/plain', 'application/vc', 'application/json']
const MILLISECONDS = 30_000
/** A log has thousands of files: one connection that fails must not end the reading of all of them. */
const TRIES = 3
const ABSENT = new Set([404, 410])

/** The address of a log; of a service that is named by its host alone, its log. */
export function logBase(address: string): string {
  const base = address.replace(/\/$/, '')
  return /^[a-z]+:\/\/[^/]+$/i.test(base) ? `${base}/log` : base
}

/** A log at an address of the web, read through the one guarded door: https, port 443, public addresses, no redirects. */
export class LogAddress implements LogReader {
  readonly #base: string

  /**
   * @param address of the log, such as `https://certificates.example/log`
   * @throws ServiceError `malformed` for an address that is not fetched from
   */
  constructor(
    address: string,
    private readonly options: GuardedFetchOptions = {},
  ) {
    this.#base = logBase(address)
    requireAddress(this.#base)
  }

  async read(path: string, most: number): Promise<Buffer | null> {
    return this.readAt(`${this.#base}/${path}`, most)
  }

  /** Reads another document of the same service, such as a status list. */
  async readBeside(path: string, most: number): Promise<Buffer | null> {
    return this.readAt(new URL(path, this.#base).href, most)
  }

  private async readAt(address: string, most: number): Promise<Buffer | null> {
    const url = requireAddress(address)
    // What does not compress grows a little by it.
    const rules = { types: TYPES, sentBytes: most + Math.ceil(most / 100) + 256, unzippedBytes: most }
    let fetched: FetchedDocument = { kind: 'unreachable', reason: '' }
    for (let tried = 0; tried < TRIES && fetched.kind === 'unreachable'; tried++) {
      fetched = await fetchGuarded(url, rules, MILLISECONDS, this.options)
    }
    if (fetched.kind === 'missing' && ABSENT.has(fetched.status)) return null
    if (fetched.kind === 'document' && fetched.bytes.length <= most) return Buffer.from(fetched.bytes)
    const reason = fetched.kind === 'missing' ? `status ${fetched.status}` : reasonOf(fetched)
    if (reason === TOO_LARGE.reason) throw new LogFormatError('The file is too long.')
    throw new ServiceError('unavailable', `${address} could not be read: ${reason}.`)
  }
}

function reasonOf(fetched: FetchedDocument): string {
  return 'reason' in fetched ? fetched.reason : TOO_LARGE.reason
}

function requireAddress(address: string): URL {
  const parsed = parseFetchAddress(address)
  if (parsed.kind === 'address') return parsed.url
  throw new ServiceError('malformed', `${address} is not read: ${parsed.reason}.`)
}
