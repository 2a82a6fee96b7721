import type { Figures } from './fault'

/** One line of the table. */
export interface Row {
  name: string
  figures: Figures
  byStatus: Map<string, number>
  /** Wrong, lost, counted too often, unspecified, partial. */
  counts: number[]
  acknowledged: string
  /** Why it failed, in words. */
  problems: string[]
  notes: string[]
  seconds: number
}

const HEAD = [
  'fault',
  'times',
  'answers by status',
  'issued / withdrawn / receipts',
  'wrong',
  'lost',
  'over-counted',
  'unspecified',
  'partial',
  'recovery, median / most',
]

/** The figures of a run as a Markdown table. */
export function table(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.name + (row.problems.length > 0 ? ' (BROKEN)' : ''),
    row.figures.skipped === undefined ? String(row.figures.times) : 'skipped',
    [...row.byStatus].map(([status, count]) => `${status}: ${count}`).join(', '),
    row.acknowledged,
    ...row.counts.map(String),
    recovery(row.figures.recoveries),
  ])
  const widths = HEAD.map((word, at) => Math.max(word.length, ...cells.map((line) => line[at]?.length ?? 0)))
  const line = (words: string[]) => `| ${words.map((word, at) => word.padEnd(widths[at] ?? 0)).join(' | ')} |`
  return [line(HEAD), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)].join('\n')
}

function recovery(milliseconds: readonly number[]): string {
  if (milliseconds.length === 0) return ''
  const sorted = [...milliseconds].sort((a, b) => a - b)
  return `${seconds(sorted[Math.floor(sorted.length / 2)])} / ${seconds(sorted.at(-1))}`
}

function seconds(milliseconds = 0): string {
  return `${(milliseconds / 1000).toFixed(2)} s`
}
