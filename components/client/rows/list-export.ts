import { type CheckedRow, lookedAt, rowComparison, sameSerials, type SharedSerial } from '@/lib/scan/list/list-row'
import { writeCsv } from '@/lib/scan/list/write-csv'
import type { ListWords } from './list-words'
import type { writeSheetFile } from './sheet-files'

declare const SHEET_FILES: string

/** The whole table as rows of text, its heads first. */
export function exportRows(rows: readonly CheckedRow[], words: ListWords): string[][] {
  const { heads } = words
  const same = sameSerials(rows)
  return [
    [
      heads.serial,
      heads.file,
      heads.result,
      heads.name,
      heads.expected,
      heads.comparison,
      heads.replacedBy,
      heads.issued,
      heads.expires,
      heads.issuer,
      heads.checked,
      heads.looked,
      heads.notes,
    ],
    ...rows.map((row) => {
      const { result } = row
      const comparison = rowComparison(row)
      return [
        row.serial ?? row.typed ?? '',
        row.file ?? '',
        words.verdictOf(row).heading,
        result?.name ?? '',
        row.expected ?? '',
        comparison ? words.comparison[comparison.result] : '',
        result?.replacedBy ?? '',
        (result?.issuedAt ?? '').slice(0, 10),
        (result?.expiresAt ?? '').slice(0, 10),
        result?.issuer ?? '',
        result?.at ? new Date(result.at).toISOString() : '',
        row.looked === lookedAt(row) ? '✓' : '',
        notesOf(row, same.get(row), words).join(' · '),
      ]
    }),
  ]
}

/** What the table says below the cells of a row: of what replaced it, of other rows with its serial, of words beside that, and of names. */
function notesOf(row: CheckedRow, shared: SharedSerial | undefined, words: ListWords): string[] {
  const { serial, typed, result } = row
  const bad = result?.replacementStatus && words.corrections[result.replacementStatus]
  const comparison = rowComparison(row)
  const reasons = comparison?.result === 'likely_same' ? comparison.reasons : []
  return [
    ...(bad ? [bad] : []),
    ...(shared ? [words.sameOf(shared)] : []),
    ...(serial !== null && typed ? [words.besideOf(typed)] : []),
    ...reasons.map((reason) => words.reasons[reason]),
  ]
}

/** Offers the table as a CSV file, with the mark that makes spreadsheets read it as UTF-8. */
export function saveCsv(rows: readonly CheckedRow[], words: ListWords): void {
  save(new Blob([writeCsv(exportRows(rows, words))], { type: 'text/csv' }), 'csv')
}

/** Offers the table as a workbook; what writes it is loaded on use. */
export async function saveXlsx(rows: readonly CheckedRow[], words: ListWords): Promise<void> {
  const { writeSheetFile: write } = (await import(/* @vite-ignore */ SHEET_FILES)) as {
    writeSheetFile: typeof writeSheetFile
  }
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  save(new Blob([write(exportRows(rows, words))], { type }), 'xlsx')
}

/** Offers the signed receipts of all batches as one file, which `/receipts` judges. */
export function saveRecord(receipts: readonly string[]): void {
  const [only] = receipts
  const record = receipts.length === 1 ? { receipt_jwt: only } : { receipts }
  save(new Blob([`${JSON.stringify(record, null, 2)}\n`], { type: 'application/json' }), 'json')
}

/** Offers a file to be kept, under a name with today's date. */
export function save(file: Blob, ending: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = `certificates ${new Date().toISOString().slice(0, 10)}.${ending}`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
