import type { LogReader } from './log-reader'

/** Where a log is written, and read by everybody. */
export interface LogStore extends LogReader {
  /**
   * Writes a file: it is there whole or not at all, and once this resolves it survives a power cut.
   * @param mayStill awaited as late as can be; where it throws, nothing is written
   */
  put(path: string, bytes: Uint8Array, mayStill?: () => Promise<void>): Promise<void>
  /**
   * Ends every `put` of this file whose `mayStill` was asked before and that has not come to its end: a writer that slept writes
   * no older file over a newer one. In a bucket such a `put` fails later, where the service heeds `If-Match`: it writes only over what
   * stood there when its sender fenced the file.
   */
  fence(path: string): Promise<void>
  /**
   * Makes a file that nobody made before; of all who try, one succeeds.
   * @returns what stands there now: these bytes, or those of whoever came first
   */
  claim(path: string, bytes: Uint8Array): Promise<Buffer>
  /** Takes a claim back, so that another can be made. */
  unclaim(path: string): Promise<void>
}
