import { ServiceError } from '@/lib/errors'
import { log } from '@/lib/log'

/** How a command speaks: one JSON document on standard output, or sentences and tables for a person. */
export interface Output {
  json: boolean
}

/** Prints what a command came to: the document with `--json`, else the lines. */
export function print(output: Output, document: unknown, lines: string[]): void {
  process.stdout.write(`${output.json ? JSON.stringify(document, null, 2) : lines.join('\n')}\n`)
}

/**
 * Prints a failure: `{ error }` on standard output with `--json`, a sentence on standard error else.
 * @returns the exit code: 1, refused
 */
export function printFailure(output: Output, error: unknown): number {
  const sentence = error instanceof ServiceError ? error.message : 'Something went wrong. The log has the reason.'
  if (!(error instanceof ServiceError)) log.error({ err: error }, 'a command failed')
  else if (error.cause !== undefined) log.debug({ err: error.cause }, 'the cause of the refusal')
  if (output.json) process.stdout.write(`${JSON.stringify({ error: sentence })}\n`)
  else process.stderr.write(`${sentence}\n`)
  return 1
}

/** A table of left-aligned columns, as lines. */
export function table(header: string[], rows: string[][]): string[] {
  const widths = header.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)))
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [line(header), line(widths.map((width) => '─'.repeat(width))), ...rows.map(line)]
}
