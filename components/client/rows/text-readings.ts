import { serialKey } from '@/lib/domain/certificate/serial'
import { isLikelierInside, serialInside } from '@/lib/domain/typed/serial-inside'

/** What is asked for in the place of the texts of a list that may stand for a serial of ours, until certificates are known (decision 136). */
export class TextReadings {
  /** Texts that are known to stand for themselves, by their keys. */
  readonly #asWritten = new Set<string>()
  readonly #askedFor = new Map<string, string>()

  /**
   * What is asked for in the place of a text: what stands inside of the name of a file, until no certificate has that. To find out about each
   * before would take three times as long for a list of files; where ours exists, no issuer brings a number that holds it.
   */
  asked(text: string): string {
    const known = this.#askedFor.get(text)
    const inside = known === undefined && isLikelierInside(text) ? serialInside(text) : null
    if (known === undefined) this.#askedFor.set(text, inside ?? text)
    return known ?? inside ?? text
  }

  /** The serial of ours that a text may stand for; null where that is settled. */
  meant(text: string): string | null {
    return this.#asWritten.has(serialKey(text)) ? null : serialInside(text)
  }

  /** Keeps that a text stands for itself, so that it is asked for as it is. */
  settle(text: string): void {
    this.#asWritten.add(serialKey(text))
    this.#askedFor.set(text, text)
  }

  /** Forgets what was found out. */
  clear(): void {
    this.#asWritten.clear()
    this.#askedFor.clear()
  }
}
