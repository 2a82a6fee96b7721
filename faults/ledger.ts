import type { OverallStatus } from '@/lib/contract/check/verification'

/** What a check of a serial has to come to; `none` where no certificate has it. */
export type Expected = OverallStatus | 'none'

/** A certificate that the load asks for, and what is known of it. */
export interface Known {
  serial: string
  /** Null where there is none. */
  id: string | null
  expected: Expected
  /** SHA-256 of its PDF, where it may be fetched. */
  pdf: string | null
  /** Its withdrawal: when it was asked for and when it was acknowledged, on the clock of this process. */
  withdrawal?: { begun: number; done: number | null }
  /** When it was acknowledged as issued, on the same clock; 0 where that was before. */
  issued: number
}

/** Everything that was acknowledged to somebody: none of it may be lost. */
export class Ledger {
  readonly known = new Map<string, Known>()
  /** Ids of receipts that were handed out. */
  readonly receipts = new Set<string>()

  add(known: Omit<Known, 'issued'> & { issued?: number }): Known {
    const entry = { issued: 0, ...known }
    this.known.set(entry.serial, entry)
    return entry
  }

  get all(): Known[] {
    return [...this.known.values()]
  }

  /** Certificates that are good and that nobody began to withdraw. */
  get withdrawable(): Known[] {
    return this.all.filter((known) => known.expected === 'verified' && known.withdrawal === undefined)
  }

  /** How many changes were acknowledged. */
  get acknowledged(): { issued: number; withdrawn: number; receipts: number } {
    const issued = this.all.filter((known) => known.issued > 0).length
    const withdrawn = this.all.filter((known) => known.withdrawal?.done).length
    return { issued, withdrawn, receipts: this.receipts.size }
  }
}

/**
 * What answers to a check may say.
 * @param sentAt when it was asked, `doneAt` when it was answered, on the clock of this process
 */
export function allowedVerdicts(known: Known, sentAt: number, doneAt: number): Expected[] {
  const { withdrawal, expected } = known
  if (withdrawal === undefined || doneAt < withdrawal.begun) return [expected]
  if (withdrawal.done !== null && sentAt > withdrawal.done) return ['withdrawn']
  return [expected, 'withdrawn']
}
