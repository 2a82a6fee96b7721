import { LogFormatError } from './log-format-error'

const LENGTH_BYTES = 2
/** The longest entry that a bundle can hold (C2SP tlog-tiles). */
const LONGEST_ENTRY = 0xffff

/**
 * The entries of a log in one file (C2SP tlog-tiles): each behind its length as a big-endian uint16.
 * @throws RangeError for an entry of more than 65,535 bytes
 */
export function entryBundle(entries: readonly Uint8Array[]): Buffer {
  const pieces = entries.flatMap((entry) => {
    if (entry.length > LONGEST_ENTRY) throw new RangeError('an entry of the log is too long')
    const length = Buffer.alloc(LENGTH_BYTES)
    length.writeUInt16BE(entry.length)
    return [length, entry]
  })
  return Buffer.concat(pieces)
}

/**
 * Reads a bundle.
 * @param width how many entries it must hold
 * @throws LogFormatError
 */
export function parseEntryBundle(bytes: Buffer, width: number): Buffer[] {
  const entries: Buffer[] = []
  let at = 0
  while (at < bytes.length) {
    if (entries.length === width) throw new LogFormatError('The bundle holds more entries than it should.')
    const start = at + LENGTH_BYTES
    const end = start <= bytes.length ? start + bytes.readUInt16BE(at) : Infinity
    if (end > bytes.length) throw new LogFormatError('The bundle breaks off within an entry.')
    entries.push(bytes.subarray(start, end))
    at = end
  }
  if (entries.length < width) throw new LogFormatError('The bundle holds fewer entries than it should.')
  return entries
}
