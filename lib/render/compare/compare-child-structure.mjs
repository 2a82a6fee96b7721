import { constants, inflateRawSync } from 'node:zlib'
import { hidesObjects } from './compare-child-object-streams.mjs'

const LARGEST_PART = 4 * 1024 * 1024
const LARGEST_ALL = 32 * 1024 * 1024
const MOST_PARTS = 2000
/** What may show another page tomorrow, on paper or in another program; PDFium does not know `UserUnit`. */
const CHANGEABLE = /\/(OCProperties|AcroForm|XFA|JavaScript|Alternates|UserUnit)(?![A-Za-z0-9])/
/** What leads a reader somewhere else when it opens the file or turns to the page: actions, and a portfolio's own cover. */
const LEADING =
  /\/(AA|Collection|URI|Launch|GoToE|GoToR|Thread|SubmitForm|ImportData|Rendition|RichMedia|Movie|Sound)(?![A-Za-z0-9])/
/** The signed credential; another file beside it may be what a reader opens. */
const ATTACHED = 1
/** Readers disagree on how many pages there are where a tree of pages has another number of leaves than it says. */
const MORE_PAGES = /\/Kids(?!\s*\[\s*\d+\s+\d+\s+R\s*\])/
/** What names cannot be read through. */
const OPAQUE = /\/(Encrypt|LZWDecode|ASCII85Decode|ASCIIHexDecode|RunLengthDecode|Crypt)(?![A-Za-z0-9])/

/**
 * Whether a document holds, or may hold, what can change what it shows: annotations, forms, scripts, actions, further
 * attachments, layers (OCG), pages that are not counted. PDFium tells of the first three; the names of all are looked for in the bytes and in every stream that can be inflated.
 * @param {Uint8Array} bytes the whole document
 */
export function mayChange(pdfium, document, page, bytes) {
  if (pdfium._FPDFPage_GetAnnotCount(page) > 0 || pdfium._FPDF_GetFormType(document) > 0) return true
  if (pdfium._FPDFDoc_GetJavaScriptActionCount(document) > 0) return true
  if (pdfium._FPDFDoc_GetAttachmentCount(document) > ATTACHED) return true
  const texts = textsIn(bytes)
  const signs = [CHANGEABLE, LEADING, MORE_PAGES, OPAQUE]
  return texts === null || texts.some((text) => signs.some((sign) => sign.test(text)))
}

/** Every part that may hold names, `#` escapes resolved (ISO 32000-1, 7.3.5); null where one cannot be read, or hides its names. */
function textsIn(bytes) {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (hidesObjects(whole.toString('latin1'))) return null
  const parts = [plain(whole)]
  let size = 0
  for (let at = whole.indexOf('stream'); at >= 0; at = whole.indexOf('stream', at + 6)) {
    const start = startOf(whole, at + 6)
    if (!isDeflated(whole, start)) continue
    const part = inflated(whole.subarray(start + 2))
    size += part?.length ?? 0
    if (part === null || parts.length > MOST_PARTS || size > LARGEST_ALL) return null
    parts.push(plain(part))
  }
  return parts
}

function startOf(bytes, at) {
  while (at < bytes.length && [9, 10, 12, 13, 32].includes(bytes[at])) at++
  return at
}

/** The two bytes that a deflated stream starts with (RFC 1950). */
function isDeflated(bytes, at) {
  return (bytes[at] & 0x0f) === 8 && ((bytes[at] << 8) | bytes[at + 1]) % 31 === 0
}

/** Without its checksum and whatever its end is like: readers of PDF do not ask for them either. */
function inflated(bytes) {
  try {
    return inflateRawSync(bytes, { maxOutputLength: LARGEST_PART, finishFlush: constants.Z_SYNC_FLUSH })
  } catch {
    return null
  }
}

function plain(bytes) {
  const hex = /#([0-9a-fA-F]{2})/g
  return bytes.toString('latin1').replace(hex, (_, digits) => String.fromCharCode(parseInt(digits, 16)))
}
