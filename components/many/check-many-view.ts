import type { BatchResult } from '@/lib/contract/check/batch'
import type { AskedColumn } from '@/lib/scan/list/columns-to-ask'

/** What the page for several certificates shows. */
export type CheckManyOutcome =
  | { kind: 'form' }
  /** `elsewhere`: those that are links to other hosts, of which no serial was taken. */
  | { kind: 'results'; rows: BatchResult[]; elsewhere: readonly string[] }
  | { kind: 'none' }
  /** Nothing was checked: which column counts is asked first. `lists` is what was sent, with the answers that were given. */
  | { kind: 'columns'; columns: readonly AskedColumn[]; lists: string }
  /** `count` is missing where the list itself was not read. */
  | { kind: 'too_many_serials'; count?: number }
  /** `count` is missing where the list itself was not read. */
  | { kind: 'too_many'; count?: number; retryAfterSeconds: number }
  | { kind: 'could_not_check'; retryAfterSeconds: number }

export type CheckManyView = CheckManyOutcome & {
  /** What stands in the field. */
  serials: string
  host: string
  origin: string
  formerOrigins: readonly string[]
  checkedAt: Date
  /** Whether somebody can be told when a certificate changes: mail goes out. */
  watchable: boolean
}
