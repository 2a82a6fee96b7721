import type { JoinedName } from '@/lib/domain/issue/chosen-columns'
import type { ColumnGuess, ColumnsFrom, HiddenSheets, PreviewRows } from '@/lib/domain/issue/issue-preview'
import type { TableChoice } from '@/lib/domain/issue/issue-table'
import type { CodePage } from '@/lib/domain/text/code-page'
import type { IssueReport } from './issue-upload'

/** What is said of a file before it is issued. */
export interface IssuePreview {
  fileName: string
  choices: { allowRepeats: boolean; guessableSerials: boolean; notify?: boolean | undefined }
  /** What the check before issuing found; of nothing while the columns of a table are to be confirmed. */
  report: IssueReport
  /** Rows of the table by their columns: the first ones, and those that are to be mended. */
  rows?: PreviewRows
  /** Sheets of its workbook that its program hides; absent where none counts. */
  sheets?: HiddenSheets | undefined
  /** What certificates looked like when it was checked (`issuingLook`). */
  look?: string
  /** Who said what the columns are: somebody before of such a head, or just now; absent where it names ours. */
  columnsFrom?: ColumnsFrom
  /** The full name as it was put together from several columns. */
  joined?: JoinedName | null
  /** What somebody wrote once for all rows. */
  written?: TableChoice['defaults']
  /** Somebody is to say in which code page it was saved: it waits as it was sent, and nothing of it is read. */
  asksAlphabet?: true
  /** The code page that somebody said it was saved in, until its columns are confirmed. */
  codePage?: CodePage | undefined
  /** What the columns of a table seem to be, until somebody has confirmed it. */
  guess?: ColumnGuess
  /** How many erasures of the issuer there were when it was begun; absent before that. */
  erasures?: number
  /** The table that the file was made from, and how it was read, while the file waits. */
  table?: KeptTable
}

/** A table whose columns can be chosen again. */
export interface KeptTable {
  guess: ColumnGuess
  /** Its rows as CSV, the head first, in base64; with a code page, as it was sent. */
  file: string
  codePage?: CodePage | undefined
}

/** Whether somebody is to say something of a file before its rows are checked. */
export function isToBeAsked({ asksAlphabet, guess }: IssuePreview): boolean {
  return asksAlphabet === true || guess !== undefined
}

/**
 * What stays chosen for a file once its bytes change. What a file has issued is known by its bytes: in others its rows are refused as
 * issued, whatever was said of repeats before.
 */
export function choicesOnceChanged({ choices, report }: IssuePreview): IssuePreview['choices'] {
  return report.already > 0 ? { ...choices, allowRepeats: false } : choices
}
