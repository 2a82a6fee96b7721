import type { LogReader } from './log-reader'

/** Where a log is written, and read by everybody. */
export interface LogStore extends LogReader {
  /** Writes a file: it is there whole or not at all, and once this resolves it survives a power cut. */
  put(path: string, bytes: Uint8Array): Promise<void>
  /**
   * Makes a file that nobody made before; of all who try, one succeeds.
   * @returns what stands there now: these bytes, or those of whoever came first
   */
  claim(path: string, bytes: Uint8Array): Promise<Buffer>
}
