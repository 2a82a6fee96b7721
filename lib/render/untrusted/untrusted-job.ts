import type { TableChoice } from '@/lib/domain/issue/issue-table'
import type { AlphabetReading } from '@/lib/domain/text/alphabet-reading'
import type { IssueTable, SentTable } from './sent-table'
import type { TableFault } from './untrusted-limits'

/**
 * The work on documents of others that is done in a thread, by kind. A further kind needs an entry here and its function
 * in `UNTRUSTED_WORK` of untrusted-worker.ts; inputs and outputs are copied by structured clone.
 */
export interface UntrustedJobs {
  /** Canonical N-Quads of a JSON-LD document (RDFC-1.0, safe mode, bundled contexts). */
  canonize: { input: { document: object; digest: 'sha256' | 'sha384' }; output: string }
  /** What is in a table that somebody sent. */
  issueTable: { input: SentTable; output: IssueTable | TableFault }
  /** How a table that is not in Unicode reads in each code page that it can have been saved in. */
  issueAlphabets: { input: SentTable; output: AlphabetReading[] | TableFault }
  /** The same table as an issue file, by the choice of its columns. */
  issueFile: { input: { sent: SentTable; choice: TableChoice }; output: Uint8Array | TableFault }
}

export type UntrustedJobKind = keyof UntrustedJobs

/** One job on its way to the thread. */
export type UntrustedJob<Kind extends UntrustedJobKind = UntrustedJobKind> = {
  [K in Kind]: { kind: K; input: UntrustedJobs[K]['input'] }
}[Kind]

/** What the thread says: that it can begin (and its `ownThreadNumber`), or what came of its one job. */
export type UntrustedAnswer =
  | { kind: 'ready'; threadNumber: number | null }
  | { kind: 'done'; output: unknown }
  | { kind: 'refused'; detail: string }

/** What came of a job. `refused` is the document's doing; `unavailable` means that it could not be tried. */
export type UntrustedOutcome<Output> =
  | { kind: 'done'; output: Output }
  | { kind: 'refused'; detail: string }
  | { kind: 'unavailable'; reason: string }
