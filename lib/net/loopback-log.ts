import { LogFormatError } from '@/lib/crypto/tlog/log-format-error'
import type { LogReader } from '@/lib/domain/log/log-reader'
import { ServiceError } from '@/lib/errors'
import { logBase } from './log-address'

const MILLISECONDS = 30_000

/** The log of a service on this very machine, such as the demo's: no other machine is ever asked. */
export class LoopbackLog implements LogReader {
  readonly #base: string

  /** @param address http, with `localhost` or a loopback address as its host */
  constructor(address: string) {
    this.#base = logBase(address)
  }

  async read(path: string, most: number): Promise<Buffer | null> {
    const address = `${this.#base}/${path}`
    try {
      const answer = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(MILLISECONDS) })
      const bytes = Buffer.from(await answer.arrayBuffer())
      if (answer.status === 404) return null
      if (answer.status !== 200) throw new Error(`status ${answer.status}`)
      if (bytes.length > most) throw new LogFormatError('The file is too long.')
      return bytes
    } catch (cause) {
      if (cause instanceof LogFormatError) throw cause
      throw new ServiceError('unavailable', `${address} could not be read.`, { cause })
    }
  }
}
