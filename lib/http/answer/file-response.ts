import { ServiceError } from '@/lib/errors'
import { parseByteRange } from './byte-range'
import { plainResponse } from './plain-response'
import { isNotModified } from './preconditions'

/** A file as it is served. */
interface ServedFile {
  bytes: Uint8Array
  /** SHA-256 of the bytes, lowercase hexadecimal. */
  sha256: string
  mediaType: string
  /** Readable, in any script. */
  fileName: string
  disposition?: 'inline' | 'attachment'
}

/**
 * Serves stored bytes (spec part 1, "Files"): `etag`, `repr-digest`, `content-disposition`, conditional and
 * single-range requests (RFC 9110 sections 13 and 14). Whoever calls it has decided on the certificate's status before.
 * @throws ServiceError `precondition_failed`, `range_not_satisfiable`
 */
export function fileResponse(request: Request, file: ServedFile): Response {
  const etag = `"${file.sha256}"`
  if (isNotModified(request, etag)) return plainResponse(304, { etag }, null)
  const isSvg = file.mediaType === 'image/svg+xml'
  const headers: Record<string, string> = {
    etag,
    'repr-digest': `sha-256=:${Buffer.from(file.sha256, 'hex').toString('base64')}:`,
    'accept-ranges': 'bytes',
    'content-type': file.mediaType,
    'content-disposition': contentDisposition(isSvg ? 'attachment' : (file.disposition ?? 'inline'), file.fileName),
    // A script in an SVG that is opened here would run as ours: whatever it holds, nothing runs and nothing is fetched.
    ...(isSvg && { 'content-security-policy': "sandbox; default-src 'none'" }),
  }
  const size = file.bytes.length
  const range = rangeOf(request, etag, size)
  if (range === 'whole') return plainResponse(200, headers, file.bytes)
  if (range === 'unsatisfiable') {
    const refusal = { headers: { 'content-range': `bytes */${size}` } }
    throw new ServiceError('range_not_satisfiable', 'The file has no such range of bytes.', refusal)
  }
  const { first, last } = range
  const contentRange = `bytes ${first}-${last}/${size}`
  return plainResponse(206, { ...headers, 'content-range': contentRange }, file.bytes.subarray(first, last + 1))
}

/** HEAD knows no range (RFC 9110 section 14.2), and one of other bytes than these is ignored (section 13.1.5). */
function rangeOf({ method, headers }: Request, etag: string, size: number): ReturnType<typeof parseByteRange> {
  const range = headers.get('range')
  const condition = headers.get('if-range')
  if (range === null || method !== 'GET' || (condition !== null && condition !== etag)) return 'whole'
  return parseByteRange(range, size)
}

/** RFC 6266: a plain ASCII name for old readers, and the whole name in UTF-8. */
function contentDisposition(disposition: string, fileName: string): string {
  const name = fileName.toWellFormed()
  const plain =
    name
      .normalize('NFKD')
      .replace(/[^\w. -]/g, '')
      .trim() || 'file'
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
