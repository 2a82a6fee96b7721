import { randomBytes, randomUUID } from 'node:crypto'

/**
 * A fresh id of one request, sent as `x-request-id` and written with every log line about it. A client's own id is
 * ignored.
 */
export function newRequestId(): string {
  return randomUUID()
}

const NONCE_BYTES = 16
/** Random bytes are asked for so many at once: asking takes longer than making them. */
const STOCK_BYTES = 256 * NONCE_BYTES

let stock = Buffer.alloc(0)
let used = 0

/** What the inline scripts and styles of one answer carry: 128 random bits in Base64, never given twice. */
export function newNonce(): string {
  if (used === stock.length) {
    stock = randomBytes(STOCK_BYTES)
    used = 0
  }
  const from = used
  used += NONCE_BYTES
  return stock.toString('base64', from, used)
}
