/**
 * Files by the SHA-256 of their bytes (spec part 7). A stored file never changes. Every method throws a ServiceError
 * `unavailable` if the store cannot be used.
 */
export interface FileStore {
  /** Where the files are, as an operator knows it: `the folder …`, `the bucket … at …`. */
  readonly name: string
  /** Stores bytes under their hash; resolves when they are safe. Again is harmless, and mends what was damaged. */
  put(sha256: string, bytes: Uint8Array): Promise<void>
  /** The bytes, or null when there are none under this hash. Nothing about them is checked here. */
  get(sha256: string): Promise<Buffer | null>
  /** How many bytes are stored under this hash, or null when none are. */
  size(sha256: string): Promise<number | null>
  /** Deletes what is stored under this hash. Resolves with whether there was something. */
  remove(sha256: string): Promise<boolean>
  /** Deletes what a crash left of files that were being stored. */
  sweep(): Promise<void>
  has(sha256: string): Promise<boolean>
  /** Resolves when the store can be reached and used. */
  check(): Promise<void>
}
