import { createHmac, timingSafeEqual } from 'node:crypto'

const STEP_MS = 30_000

/**
 * The half minute, counted since 1970, for which an authenticator app shows this code (RFC 6238: six digits, SHA-1).
 * The half minutes before and after the current one are accepted as well, for clocks that differ.
 * @param now milliseconds since 1970
 * @returns null when it is no code of about now
 */
export function totpStep(secret: Uint8Array, code: string, now: number): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const step = Math.floor(now / STEP_MS)
  const fits = (at: number) => timingSafeEqual(Buffer.from(code), Buffer.from(codeAt(secret, at)))
  return [step - 1, step, step + 1].findLast(fits) ?? null
}

/** RFC 4226 section 5.3. */
function codeAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.max(0, step)))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const number = mac.readUInt32BE((mac[19] ?? 0) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}
