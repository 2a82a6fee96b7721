import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'

const CHUNK = 256 * 1024

/**
 * Names a set of fonts by their bytes: the first half of the SHA-256 over all files in the order given, in hex. Reads
 * them in pieces, since whole ones would stay in the resident memory of a small process.
 * @throws Error when a file cannot be read
 */
export function fontsVersion(paths: readonly string[]): string {
  const hash = createHash('sha256')
  const chunk = new Uint8Array(CHUNK)
  for (const path of paths) {
    const file = openSync(path, 'r')
    try {
      for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk))
        hash.update(chunk.subarray(0, read))
    } finally {
      closeSync(file)
    }
  }
  return hash.digest('hex').slice(0, 32)
}
