import { formatNote } from '@/lib/crypto/tlog/signed-note'
import { Every } from '@/lib/every'
import { log } from '@/lib/log'
import { logStore } from '@/lib/store/log/open-log-store'
import type { Sequencer, WitnessedText } from '@/lib/store/log/sequence/sequencer'
import { logPolicy } from '@/lib/store/log/witness/log-policy'
import { askWitnesses, type ConfirmedSizes } from './ask-witnesses'

/** Between two rounds, in milliseconds: where the log grew, and where it did not. */
const GROWN_MS = 10_000
const IDLE_MS = 600_000

/** Asks the witnesses while the log goes on: nobody's certificate waits for them. */
export class WitnessRounds {
  readonly #sizes: ConfirmedSizes = new Map()
  readonly #every = new Every(IDLE_MS)
  #confirmed: string | null = null
  #isUnderWay = false
  #answer: WitnessedText | null = null

  /**
   * Publishes what the last round came to, and begins the next one when it is time.
   * @throws LogStopped where a witness shows another tree under a key of this log
   */
  async turn(sequencer: Sequencer): Promise<void> {
    const answer = this.#answer
    this.#answer = null
    if (answer) {
      await sequencer.confirm(answer)
      if (answer.isQuorum) this.#confirmed = answer.text
    }
    const pause = this.#confirmed === sequencer.text() ? IDLE_MS : GROWN_MS
    if (this.#isUnderWay || !this.#every.isDue(pause)) return
    this.#isUnderWay = true
    const asked = { checkpoint: formatNote(await sequencer.signed()), keys: sequencer.keys() }
    void this.#ask(asked).finally(() => (this.#isUnderWay = false))
  }

  async #ask(asked: Omit<Parameters<typeof askWitnesses>[0], 'files'>): Promise<void> {
    try {
      const policy = await logPolicy()
      this.#answer = await askWitnesses({ ...asked, files: await logStore() }, policy, this.#sizes)
    } catch (error) {
      log.warn({ err: error }, 'the witnesses of the public log could not be asked')
    }
  }
}
