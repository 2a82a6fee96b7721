import type { JoinedName } from '@/lib/domain/issue/chosen-columns'
import type { ColumnGuess, PreviewRows, RecalledColumns } from '@/lib/domain/issue/issue-preview'
import type { TableChoice } from '@/lib/domain/issue/issue-table'
import type { IssueReport } from './issue-upload'

/** What is said of a file before it is issued. */
export interface IssuePreview {
  fileName: string
  choices: { allowRepeats: boolean; guessableSerials: boolean; notify?: boolean | undefined }
  /** What the check before issuing found; of nothing while the columns of a table are to be confirmed. */
  report: IssueReport
  /** Rows of the table by their columns: the first ones, and those that are to be mended. */
  rows?: PreviewRows
  /** What certificates looked like when it was checked (`issuingLook`). */
  look?: string
  /** How the columns were read, where somebody had confirmed such a head before. */
  recalled?: RecalledColumns
  /** The full name as it was put together from several columns. */
  joined?: JoinedName | null
  /** What somebody wrote once for all rows. */
  written?: TableChoice['defaults']
  /** What the columns of a table seem to be, until somebody has confirmed it. */
  guess?: ColumnGuess
  /** The table that the file was made from, and how it was read; kept only while none of its rows can be issued. */
  table?: KeptTable
}

/** A table whose columns can be chosen again. */
export interface KeptTable {
  guess: ColumnGuess
  /** Its rows as CSV, the head first, in base64. */
  file: string
}
