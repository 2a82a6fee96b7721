import type { Expected } from './ledger'

/** One request and what came of it, times on the clock of this process in milliseconds. */
export interface Answer {
  operation: string
  serial: string
  /** 0 where there was no answer. */
  status: number
  /** What the answer said of the certificate, where it said anything. */
  verdict: Expected | null
  sentAt: number
  doneAt: number
  /** What is not as it was specified, in words. */
  unspecified: string | null
  /** Why there was no answer: `refused` never reached a process, `cut` may have. */
  missing: 'refused' | 'cut' | null
}

/** An answer as it came over the wire. */
export interface RawAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** What an operation reads out of an answer. */
export interface Reading {
  verdict: Expected | null
  unspecified: string | null
  /** Id of the receipt that was handed out. */
  receipt?: string
}
