const LOOKED_AT = 64
const RETURNED = 8
const LARGEST_BYTES = 256 * 1024
const LONGEST_NAME_BYTES = 1024
const JWT_TYPE = /^(application|text)\/([a-z0-9.-]+\+)?jwt$/i
const COMPACT_JWS = /^[\w-]+\.[\w-]+\.[\w-]+$/

/**
 * The credentials among a document's attachments: compact JWS texts whose name ends with .jwt or whose media type is
 * that of a JWT. Each is asked for its length first, so that no large one is ever copied.
 * @returns {string[]} at most eight, each of at most 256 KiB
 */
export function readAttachments(pdfium, document) {
  const found = []
  const count = Math.min(pdfium._FPDFDoc_GetAttachmentCount(document), LOOKED_AT)
  for (let index = 0; index < count && found.length < RETURNED; index++) {
    const attachment = pdfium._FPDFDoc_GetAttachment(document, index)
    if (!attachment || !isNamedJwt(pdfium, attachment)) continue
    const text = readFile(pdfium, attachment)?.trim()
    if (text && COMPACT_JWS.test(text) && !found.includes(text)) found.push(text)
  }
  return found
}

/**
 * The readable form that a receipt carries: the one attachment that is named receipt.json.
 * @returns {string | null} of at most 256 KiB
 */
export function readReceiptJson(pdfium, document) {
  const count = Math.min(pdfium._FPDFDoc_GetAttachmentCount(document), LOOKED_AT)
  for (let index = 0; index < count; index++) {
    const attachment = pdfium._FPDFDoc_GetAttachment(document, index)
    if (attachment && nameOf(pdfium, attachment) === 'receipt.json') return readFile(pdfium, attachment, 'utf8')
  }
  return null
}

function nameOf(pdfium, attachment) {
  return readWide(pdfium, (to, length) => pdfium._FPDFAttachment_GetName(attachment, to, length))
}

function isNamedJwt(pdfium, attachment) {
  const name = nameOf(pdfium, attachment)
  if (name.toLowerCase().endsWith('.jwt')) return true
  return JWT_TYPE.test(readWide(pdfium, (to, length) => pdfium._FPDFAttachment_GetSubtype(attachment, to, length)))
}

/** A UTF-16LE string with its final zero, as pdfium gives it: asked for its length in bytes, then for its bytes. */
function readWide(pdfium, ask) {
  const length = ask(0, 0)
  if (length < 4 || length > LONGEST_NAME_BYTES) return ''
  const at = pdfium._malloc(length)
  ask(at, length)
  const text = Buffer.from(pdfium.HEAPU8.subarray(at, at + length - 2)).toString('utf16le')
  pdfium._free(at)
  return text
}

function readFile(pdfium, attachment, encoding = 'latin1') {
  const lengthAt = pdfium._malloc(4)
  const asked = pdfium._FPDFAttachment_GetFile(attachment, 0, 0, lengthAt)
  const length = pdfium.HEAP32[lengthAt >> 2]
  let text = null
  if (asked && length > 0 && length <= LARGEST_BYTES) {
    const at = pdfium._malloc(length)
    if (pdfium._FPDFAttachment_GetFile(attachment, at, length, lengthAt)) {
      text = Buffer.from(pdfium.HEAPU8.subarray(at, at + length)).toString(encoding)
    }
    pdfium._free(at)
  }
  pdfium._free(lengthAt)
  return text
}
