import { z } from 'zod'

/** XML Schema dateTimeStamp: seconds and a time zone are not optional, so that no reader has to guess. */
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/

/**
 * Reads a date of a credential (VCDM 2.0 section 2: XML Schema `dateTimeStamp`).
 * @returns milliseconds since 1970; undefined when it is no such date
 */
export function parseDateTime(value: unknown): number | undefined {
  if (typeof value !== 'string' || !DATE_TIME.test(value)) return undefined
  // Date.parse reads 30 February as 2 March.
  if (!z.iso.date().safeParse(value.slice(0, 10)).success) return undefined
  const time = Date.parse(value)
  return Number.isNaN(time) ? undefined : time
}
