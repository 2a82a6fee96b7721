import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { extname, join, relative, sep } from 'node:path'
import { codedDocument } from '@/lib/http/answer/content-coding'
import { plainResponse } from '@/lib/http/answer/plain-response'
import { pageHeaders } from '@/lib/http/answer/security-headers'
import { newRequestId } from '@/lib/http/request-id'

/** A file that is the same for everybody, held in memory. */
interface StaticFile {
  headers: Record<string, string>
  bytes: Buffer
  isCompressible: boolean
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
/** A file of the build: its name holds its content's hash. */
const HASHED = /^\/assets\/.+-[0-9A-Za-z]{8,12}\.\w+$/
/** A worker goes by the policy of its own answer, not by that of the page that starts it. */
const SCAN_WORKER = /^\/assets\/scan-worker-[^/]*\.js$/
/** The service worker has its own address, at the root, as far as it may reach. */
const ELSEWHERE = '/assets/service-worker.js'

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
  const headers = {
    ...pageHeaders(undefined, { scanner: SCAN_WORKER.test(path) }),
    'content-type': type,
    'cache-control': HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'public, no-cache',
  }
  return { headers, bytes, isCompressible: COMPRESSIBLE.has(extname(path)) }
}

/** Answers with a file: compressed where the caller takes that, 304 where they have it already. */
export async function serveStaticFile(file: StaticFile, message: IncomingMessage): Promise<Response> {
  const accepted = file.isCompressible ? (message.headers['accept-encoding']?.toString() ?? null) : null
  const coded = await codedDocument(file.bytes, accepted)
  const headers = { ...file.headers, ...coded.headers, 'x-request-id': newRequestId() }
  const known = message.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (known?.includes(coded.headers.etag ?? '')) return plainResponse(304, headers, null)
  return plainResponse(200, headers, coded.bytes)
}
