import { createHmac, timingSafeEqual } from 'node:crypto'

const STEP_MS = 30_000

/**
 * Whether this is a code that an authenticator app shows for this secret about now (RFC 6238: six digits, half a
 * minute, SHA-1); the one before and the one after are taken as well, for clocks that differ.
 * @param now milliseconds since 1970
 */
export function isTotpCode(secret: Uint8Array, code: string, now: number): boolean {
  if (!/^\d{6}$/.test(code)) return false
  const step = Math.floor(now / STEP_MS)
  return [-1, 0, 1].some((away) => timingSafeEqual(Buffer.from(code), Buffer.from(codeAt(secret, step + away))))
}

/** RFC 4226 section 5.3. */
function codeAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.max(0, step)))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const number = mac.readUInt32BE((mac[19] ?? 0) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}
