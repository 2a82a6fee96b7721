import { parseJsonObject } from '@/lib/domain/badge/read/parse-json-object'
import { unpackStatusBits } from '@/lib/domain/badge/status/status-bits'

/**
 * The bits of a status list of this service, as it is served.
 * @returns null for what is no status list
 */
export function servedBits(bytes: Buffer): Buffer | null {
  const subject = parseJsonObject(bytes)?.credentialSubject
  const { encodedList } = typeof subject === 'object' && subject !== null ? (subject as Record<string, unknown>) : {}
  return unpackStatusBits(encodedList)
}

/**
 * How many entries of a list were set, and are no longer. Entries of this service are only ever set.
 * @param before and `now`: bits of the same list; one that became shorter lost what it had there
 */
export function lostBits(before: Buffer, now: Buffer): number {
  let lost = 0
  for (const [at, byte] of before.entries()) {
    for (let gone = byte & ~(now[at] ?? 0); gone !== 0; gone &= gone - 1) lost++
  }
  return lost
}
