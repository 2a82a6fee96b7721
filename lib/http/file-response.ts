import { plainResponse } from './plain-response'

/** A file as it is served. */
export interface ServedFile {
  bytes: Uint8Array
  /** SHA-256 of the bytes, lowercase hexadecimal. */
  sha256: string
  mediaType: string
  /** Readable, in any script. */
  fileName: string
  disposition?: 'inline' | 'attachment'
}

/**
 * Serves stored bytes (definitions.md part 1, "Files"): `etag`, `repr-digest`, `content-disposition`, conditional and
 * single-range requests (RFC 9110 sections 13 and 14). Whoever calls it has decided on the certificate's status before.
 */
export function fileResponse(request: Request, file: ServedFile): Response {
  const isSvg = file.mediaType === 'image/svg+xml'
  const headers: Record<string, string> = {
    etag: `"${file.sha256}"`,
    'repr-digest': `sha-256=:${Buffer.from(file.sha256, 'hex').toString('base64')}:`,
    'accept-ranges': 'bytes',
    'content-type': file.mediaType,
    'content-disposition': contentDisposition(isSvg ? 'attachment' : (file.disposition ?? 'inline'), file.fileName),
    // A script in an SVG that is opened here would run as ours: whatever it holds, nothing runs and nothing is fetched.
    ...(isSvg && { 'content-security-policy': "sandbox; default-src 'none'" }),
  }
  if (matchesEtag(request.headers.get('if-none-match'), file.sha256)) return plainResponse(304, headers, null)
  const range = parseRange(request, file)
  if (range === 'unsatisfiable') {
    const refusal = {
      'content-type': 'application/json; charset=utf-8',
      'content-range': `bytes */${file.bytes.length}`,
    }
    return plainResponse(
      416,
      refusal,
      JSON.stringify({ success: false, error: 'The file has no such range of bytes.' }),
    )
  }
  if (range === null) return plainResponse(200, headers, file.bytes)
  const { first, last } = range
  const contentRange = `bytes ${first}-${last}/${file.bytes.length}`
  return plainResponse(206, { ...headers, 'content-range': contentRange }, file.bytes.subarray(first, last + 1))
}

/** RFC 6266: a plain ASCII name for old readers, and the whole name in UTF-8. */
function contentDisposition(disposition: string, fileName: string): string {
  const plain = fileName.normalize('NFKD').replace(/[^\w. -]/g, '') || 'file'
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

function matchesEtag(header: string | null, sha256: string): boolean {
  if (header === null) return false
  return header
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === '*' || tag === `"${sha256}"`)
}

/** One range of bytes, or null for the whole: several ranges, another unit and a stale `if-range` get the whole. */
function parseRange(request: Request, file: ServedFile): { first: number; last: number } | 'unsatisfiable' | null {
  const header = request.headers.get('range')
  const condition = request.headers.get('if-range')
  if (header === null || (condition !== null && condition !== `"${file.sha256}"`)) return null
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header.trim()) ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return null
  const size = file.bytes.length
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < Number(from)) return null
  return first > last || first >= size ? 'unsatisfiable' : { first, last }
}
