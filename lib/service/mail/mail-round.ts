import { randomUUID } from 'node:crypto'
import { env } from '@/lib/env'
import { mayBeRestoredNow } from '@/lib/store/journal/journal-watch'
import { type ClaimedMail, claimMails, hasDueMail, type MailShare, returnClaims } from '@/lib/store/mail/mail-queue'
import { settle, settleOwed } from './settle-mail'

/**
 * The reason why a round ended: nothing is due any more, the minute's messages are used up, the mail server cannot be
 * used, the database was restored and may hold messages that were sent since, or the process stops.
 */
export type RoundEnd = 'none' | 'limited' | 'down' | 'restored' | 'stopped'

/** Of the many, as many are taken on in one transaction. Somebody who is killed leaves them for ten minutes. */
const AT_ONCE = 10

/** What was taken on goes back where it was not begun for so long: well below the age at which its claim is lost. */
const LONGEST_WAIT_MS = 60_000

/** The messages of one round, taken on several at once, for lines that each send one after another. */
export class MailRound {
  readonly #share: MailShare
  readonly #signal: AbortSignal | undefined
  #taken: ClaimedMail[] = []
  #takenAt = 0
  #taking: Promise<void> | null = null
  /** Why nothing more is taken on. */
  end: RoundEnd | null = null
  /** Whether more was due than was taken on at once. */
  isFull = false

  constructor(share: MailShare, signal: AbortSignal | undefined) {
    this.#share = share
    this.#signal = signal
  }

  /** Whether there is something to open a line for. */
  async isDue(): Promise<boolean> {
    if (!(await this.#goesOn())) return false
    if (this.#taken.length > 0 || (await hasDueMail(this.#share))) return true
    this.end ??= 'none'
    return false
  }

  /** The message that goes out next; null where the round has ended. */
  async next(): Promise<ClaimedMail | null> {
    while (await this.#goesOn()) {
      const isOld = performance.now() - this.#takenAt > LONGEST_WAIT_MS
      if (this.#taken.length > 0 && isOld) await this.giveBack('waited')
      const next = this.#taken.shift()
      if (next) return next
      await (this.#taking ??= this.#take().finally(() => {
        this.#taking = null
      }))
    }
    return null
  }

  /** Puts back what was taken on and not begun. */
  async giveBack(word: string): Promise<void> {
    const [first, ...others] = this.#taken.splice(0)
    if (first === undefined) return
    const ids = [first, ...others].map(({ id }) => id)
    await settle(() => returnClaims(ids, first.claim, word))
  }

  /** Asked again for what was taken on: by a new connection perhaps, of which it is known only then where it leads. */
  async #goesOn(): Promise<boolean> {
    if (this.#signal?.aborted) this.end ??= 'stopped'
    await settleOwed()
    if (await mayBeRestoredNow()) this.end ??= 'restored'
    return this.end === null
  }

  async #take(): Promise<void> {
    const took = await claimMails(randomUUID(), this.#share, { perMinute: env().MAIL_PER_MINUTE, most: AT_ONCE })
    if (took === 'limited' || took.length === 0) {
      this.end ??= took === 'limited' ? took : 'none'
      return
    }
    this.#taken = took
    this.#takenAt = performance.now()
    this.isFull = took.length === AT_ONCE
  }
}
