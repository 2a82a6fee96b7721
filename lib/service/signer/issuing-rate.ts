import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { ServiceError } from '@/lib/errors'
import { localPath } from '@/lib/local-path'
import type { CertificateForm } from './read-credential'

const HOUR_MS = 3_600_000
const FILE = 'issuing-rate.json'
/** The most that a restart may count too many. */
const MOST_RESERVED = 100

const stateShape = z.strictObject({ hour: z.int(), reserved: z.array(z.tuple([z.string(), z.int().min(0)])) })

/**
 * Counts the certificates that each issuer's keys have signed within an hour of the clock, in each of their forms: each is a badge or a
 * credential that others believe by itself. What is counted is reserved in a
 * file before, some at once, so that a signer that is started again has counted them all, and rather too many.
 */
export class IssuingRate {
  #hour = Number.NaN
  readonly #counts = new Map<string, number>()
  readonly #reserved = new Map<string, number>()
  readonly #path: string
  readonly #step: number

  /**
   * @param folder where the file is, the signer's own
   * @throws ServiceError when the file holds something else
   */
  constructor(
    private readonly perHour: number,
    folder: string,
  ) {
    this.#path = localPath(folder, FILE)
    this.#step = Math.min(MOST_RESERVED, Math.max(1, Math.floor(perHour / 100)))
    const found = this.#read()
    if (found === null) return
    this.#hour = found.hour
    for (const [name, count] of found.reserved) {
      this.#counts.set(name, count)
      this.#reserved.set(name, count)
    }
  }

  /**
   * @param now milliseconds since 1970
   * @returns false when the issuer's hour is used up for that form, and nothing was counted
   * @throws ServiceError when it cannot be written down: then nothing may be signed
   */
  take(issuerId: string, form: CertificateForm, now: number): boolean {
    const hour = Math.floor(now / HOUR_MS)
    if (hour !== this.#hour) {
      this.#counts.clear()
      this.#reserved.clear()
      this.#hour = hour
    }
    const name = `${issuerId} ${form}`
    const count = (this.#counts.get(name) ?? 0) + 1
    if (count > this.perHour) return false
    if (count > (this.#reserved.get(name) ?? 0)) this.#reserve(name, count)
    this.#counts.set(name, count)
    return true
  }

  #reserve(name: string, count: number): void {
    const before = this.#reserved.get(name)
    this.#reserved.set(name, Math.min(this.perHour, count + this.#step - 1))
    try {
      const text = JSON.stringify({ hour: this.#hour, reserved: [...this.#reserved] })
      writeFileSync(/* turbopackIgnore: true */ `${this.#path}.new`, text, { mode: 0o600 })
      renameSync(/* turbopackIgnore: true */ `${this.#path}.new`, this.#path)
    } catch (cause) {
      this.#reserved.set(name, before ?? 0)
      throw new ServiceError('unavailable', 'The signer cannot write down its count of this hour.', { cause })
    }
  }

  #read(): z.infer<typeof stateShape> | null {
    let text: string
    try {
      text = readFileSync(/* turbopackIgnore: true */ this.#path, 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
    try {
      return stateShape.parse(JSON.parse(text))
    } catch (cause) {
      throw new ServiceError(
        'unavailable',
        `${this.#path} is no count of this signer. Delete it, and find out who wrote it.`,
        {
          cause,
        },
      )
    }
  }
}
