import { writeSync } from 'node:fs'
import type { Writable } from 'node:stream'

/**
 * Has an output that is a file take each piece to its end. A disk that fills takes a part of the last piece and says so
 * by a count, which Node does not look at: only what is written behind that part fails.
 */
export function writeToEnd(output: Writable, file: number): void {
  output._write = (piece: Buffer, _encoding, done) => {
    try {
      for (let at = 0; at < piece.length;) at += writeSync(file, piece, at)
      done()
    } catch (error) {
      done(error as Error)
    }
  }
}
