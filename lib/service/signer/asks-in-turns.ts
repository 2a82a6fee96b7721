/** So many bytes of asks are begun in one turn of the process; a longer one is begun by itself. */
const MOST_A_TURN = 64 * 1024

/**
 * Begins asks in their order, a few a turn: reading a long one takes the process up to 0.1 s, and between two turns it comes to
 * whoever asks through the other socket.
 */
export class AsksInTurns {
  readonly #waiting: { bytes: number; begin: () => void }[] = []

  /** Resolves when an ask of so many bytes may be begun; those of one turn are begun together. */
  turn(bytes: number): Promise<void> {
    return new Promise((begin) => {
      this.#waiting.push({ bytes, begin })
      if (this.#waiting.length === 1) setImmediate(() => this.#begin())
    })
  }

  #begin(): void {
    let left = MOST_A_TURN
    do {
      const next = this.#waiting.shift()
      left -= next?.bytes ?? 0
      next?.begin()
    } while (this.#waiting[0] !== undefined && this.#waiting[0].bytes <= left)
    if (this.#waiting.length > 0) setImmediate(() => this.#begin())
  }
}
