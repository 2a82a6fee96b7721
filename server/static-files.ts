import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { plainResponse } from '@/lib/http/plain-response'
import { newRequestId } from '@/lib/http/request-id'
import { pageHeaders } from '@/lib/http/security-headers'

type Encoding = 'br' | 'gzip'

/** A file that everybody gets, held in memory. */
export interface StaticFile {
  headers: Record<string, string>
  bytes: Buffer
  /** SHA-256 of the bytes, in part. */
  tag: string
  /** Made when first asked for; null where compressing gains nothing. */
  compressed: Map<Encoding, Promise<Buffer>> | null
}

/** By path, as it stands in the request. */
export type StaticFiles = ReadonlyMap<string, StaticFile>

const TYPES = new Map([
  ['.css', 'text/css; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.png', 'image/png'],
  ['.svg', 'image/svg+xml'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.wasm', 'application/wasm'],
  ['.woff2', 'font/woff2'],
])
const COMPRESSIBLE = new Set(['.css', '.js', '.svg', '.txt', '.wasm'])
/** What is smaller fits into the first packets anyway (bytes). */
const WORTH_COMPRESSING = 1024

/** A file of the build: its name holds its content's hash. */
const HASHED = /^\/assets\/.+-[0-9A-Za-z]{8,12}\.\w+$/
/** A worker goes by the policy of its own answer, not by that of the page that starts it. */
const SCAN_WORKER = /^\/assets\/scan-worker-[^/]*\.js$/
/** The service worker has its own address, at the root, as far as it may reach. */
const ELSEWHERE = '/assets/service-worker.js'

const COMPRESS: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: promisify(gzip),
}

/**
 * Reads the files that everybody gets. What is not in the list does not exist: no path of a request ever reaches the disk.
 * @param folder absolute path of `public`
 */
export function loadStaticFiles(folder: string): StaticFiles {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    names.flatMap((entry) => {
      const file = join(entry.parentPath, entry.name)
      const path = `/${relative(folder, file).split(sep).join('/')}`
      const type = TYPES.get(extname(path))
      return type === undefined || path === ELSEWHERE ? [] : [[path, staticFile(path, type, readFileSync(file))]]
    }),
  )
}

function staticFile(path: string, type: string, bytes: Buffer): StaticFile {
  const isWorthIt = COMPRESSIBLE.has(extname(path)) && bytes.length > WORTH_COMPRESSING
  const headers = {
    ...pageHeaders(undefined, { scanner: SCAN_WORKER.test(path) }),
    'content-type': type,
    'cache-control': HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'public, no-cache',
    ...(isWorthIt && { vary: 'accept-encoding' }),
  }
  const tag = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  return { headers, bytes, tag, compressed: isWorthIt ? new Map() : null }
}

/** Answers with a file: compressed where the caller takes that, 304 where they have it already. */
export async function serveStaticFile(file: StaticFile, message: IncomingMessage): Promise<Response> {
  const encoding = file.compressed && chosenEncoding(message.headers['accept-encoding'])
  const etag = encoding ? `"${file.tag}-${encoding}"` : `"${file.tag}"`
  const headers = { ...file.headers, etag, 'x-request-id': newRequestId() }
  if (message.headers['if-none-match']?.split(',').some((known) => known.trim().replace(/^W\//, '') === etag))
    return plainResponse(304, headers, null)
  if (!encoding) return plainResponse(200, headers, file.bytes)
  return plainResponse(200, { ...headers, 'content-encoding': encoding }, await compressed(file, encoding))
}

function compressed(file: StaticFile, encoding: Encoding): Promise<Buffer> {
  const known = file.compressed?.get(encoding)
  if (known) return known
  const made = COMPRESS[encoding](file.bytes)
  file.compressed?.set(encoding, made)
  return made
}

/** The better of what a caller takes (RFC 9110, section 12.5.3); `q=0` refuses one. */
function chosenEncoding(accepted: string | undefined): Encoding | null {
  const offers = (accepted ?? '').toLowerCase().split(',')
  const takes = (name: Encoding) =>
    offers.some((offer) => offer.split(';')[0]?.trim() === name && !/;\s*q=0(\.0*)?\s*$/.test(offer))
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : null
}
