import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { parseWeightedValues } from './weighted-values'

/** The coding that a document is sent in. */
type ContentCoding = 'br' | 'gzip' | 'identity'

/** A document in one coding. */
interface CodedDocument {
  bytes: Uint8Array
  /** `etag`, another for each coding, and where they apply `content-encoding` and `vary`. */
  headers: Record<string, string>
}

/** Below this a document fits into few packets anyway (bytes). */
const WORTH_COMPRESSING = 4096

/** Nine tenths of what the highest quality saves, in a third of its time. */
const BROTLI_QUALITY = 9

const compress = {
  br: promisify(brotliCompress),
  gzip: promisify(gzip),
}

/** By the very array: a document's codings live as long as whoever keeps the document keeps it. */
const known = new WeakMap<Uint8Array, Map<ContentCoding, Promise<CodedDocument>>>()

/**
 * A document in the coding that the caller wants most, compressed once. Only for what is the same for everybody: from the
 * length of a compressed answer about a certificate somebody who sees the line could guess what is in it (BREACH).
 * @param bytes the same array each time, kept by whoever asks; at most 4 kB stays as it is
 * @param acceptEncoding the header's value, or null
 */
export function codedDocument(bytes: Uint8Array, acceptEncoding: string | null): Promise<CodedDocument> {
  const coding = bytes.length > WORTH_COMPRESSING ? preferredCoding(acceptEncoding) : 'identity'
  const codings = known.get(bytes) ?? new Map<ContentCoding, Promise<CodedDocument>>()
  const made = codings.get(coding) ?? code(bytes, coding)
  known.set(bytes, codings.set(coding, made))
  made.catch(() => codings.delete(coding))
  return made
}

/**
 * The coding that an `accept-encoding` header wants most (RFC 9110 section 12.5.3): brotli before gzip where both are
 * wanted alike, and none where neither is wanted, also where identity is refused: 406 is not used here.
 */
export function preferredCoding(acceptEncoding: string | null): ContentCoding {
  const wishes = parseWeightedValues(acceptEncoding)
  const weightOf = (...names: string[]) => wishes.find(({ value }) => names.includes(value))?.weight
  const any = weightOf('*') ?? 0
  const br = weightOf('br') ?? any
  const gzip = weightOf('gzip', 'x-gzip') ?? any
  const best = Math.max(br, gzip)
  if (best === 0 || best < (weightOf('identity') ?? 0)) return 'identity'
  return br === best ? 'br' : 'gzip'
}

async function code(bytes: Uint8Array, coding: ContentCoding): Promise<CodedDocument> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const vary = bytes.length > WORTH_COMPRESSING && { vary: 'accept-encoding' }
  switch (coding) {
    case 'identity':
      return { bytes, headers: { etag: `"${sha256}"`, ...vary } }
    case 'gzip':
      return { bytes: await compress.gzip(bytes), headers: codedHeaders(sha256, coding) }
    case 'br': {
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      }
      return { bytes: await compress.br(bytes, { params }), headers: codedHeaders(sha256, coding) }
    }
  }
}

function codedHeaders(sha256: string, coding: ContentCoding): Record<string, string> {
  return { etag: `"${sha256}-${coding}"`, 'content-encoding': coding, vary: 'accept-encoding' }
}
