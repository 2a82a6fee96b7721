import { LimitedAsk, pauseAfter, wait } from '@/components/client/rows/ask-limited'
import type { ListedStatus } from '@/lib/contract/check/batch'
import type { ReceiptValidationAnswer } from '@/lib/contract/check/receipt-validation'
import { isVerdictOld } from '@/lib/scan/judge/verdict-age'
import { nextBatch } from '@/lib/scan/list/pace'

/** What a receipt is about may not be determined for as long as somebody looks at it. */
const MOST_TRIES = 5
const VALIDATE = '/api/public/receipts/validate'

/** A receipt, and how many certificates it is about: as many places of the limit it takes. */
export interface AskedReceipt {
  jwt: string
  places: number
}

/** How a certificate stands now. Times in milliseconds since 1970. */
interface Standing {
  status: ListedStatus
  /** Of the check, by the service's clock. */
  at: number
  /** When the answer came, by this device's clock, by which its age is reckoned. */
  heardAt: number
}

/** Asks how the certificates of receipts stand now, one receipt after the other, within the limits. */
export class ReceiptsNow {
  /** Whether something could not be checked at once. */
  isLate = false
  readonly #standings = new Map<string, Standing>()
  readonly #asking = new LimitedAsk()
  #isOver = false

  constructor(
    private readonly receipts: readonly AskedReceipt[],
    private readonly changed: () => void,
  ) {}

  /** @returns null where it is not known yet; `isOld`: it is no verdict any more */
  standingOf(serial: string, now: number): (Standing & { isOld: boolean }) | null {
    const standing = this.#standings.get(serial)
    return standing ? { ...standing, isOld: isVerdictOld(standing.heardAt, now) } : null
  }

  /** Makes all that was heard too old to be shown as a verdict. */
  giveWay(): void {
    for (const standing of this.#standings.values()) standing.heardAt = Number.NEGATIVE_INFINITY
  }

  /** Stops for good. */
  end(): void {
    this.#isOver = true
  }

  /** Goes on until each receipt is answered, refused, or has failed too often; one that fails lets the others go before it. */
  async go(): Promise<void> {
    let failures = 0
    const open = this.receipts.map((receipt) => ({ ...receipt, tries: 0 }))
    while (open[0] && !this.#isOver) {
      const pause = this.#pauseBefore(open[0])
      const came = pause === 0 ? await this.#ask(open[0]).catch(() => 'failed' as const) : 'later'
      if (this.#isOver) return
      if (came !== 'later') {
        const [asked] = open.splice(0, 1)
        if (asked && came === 'failed' && ++asked.tries < MOST_TRIES) open.push(asked)
      }
      failures = came === 'failed' ? failures + 1 : 0
      this.isLate ||= came !== 'done'
      this.changed()
      if (pause > 0) {
        await wait(pause)
        this.#asking.limit = null
      } else if (came === 'failed') await wait(pauseAfter(failures))
    }
  }

  /** A receipt is checked whole or not at all. @returns milliseconds */
  #pauseBefore({ places }: AskedReceipt): number {
    const { limit } = this.#asking
    const next = nextBatch(limit && { ...limit, remaining: limit.remaining - places + 1 }, 1)
    return 'waitMs' in next ? next.waitMs : 0
  }

  async #ask({ jwt, places }: AskedReceipt): Promise<'done' | 'later' | 'refused' | 'failed'> {
    const headers = { 'content-type': 'application/jwt' }
    const answer = await this.#asking.ask(VALIDATE, { method: 'POST', headers, body: jwt }, places)
    if (typeof answer === 'string') return answer
    const { receipt } = (await answer.json()) as ReceiptValidationAnswer
    for (const { serial, overall_status: status, verified_at: at } of receipt.now)
      this.#standings.set(serial, { status, at: Date.parse(at), heardAt: Date.now() })
    return 'done'
  }
}
