import { ServiceError } from '@/lib/errors'
import { log } from '@/lib/log'
import { explainFailure } from '@/lib/service/operation/explain-failure'

/** How a command speaks: one JSON document on standard output, or sentences and tables for a person. */
export interface Output {
  json: boolean
}

/** Prints what a command came to: the document with `--json`, else the lines. */
export function print(output: Output, document: unknown, lines: string[]): void {
  process.stdout.write(`${output.json ? JSON.stringify(document, null, 2) : lines.join('\n')}\n`)
}

/** Prints a failure: `{ error }` on standard output with `--json`, a sentence on standard error else. */
export function printFailure(output: Output, error: unknown): void {
  // Whoever reads our output has gone away, as `head` does: nothing is left to say, and nobody to hear it.
  if (process.stdout.errored) return
  if (output.json) process.stdout.write(`${JSON.stringify({ error: explain(error) })}\n`)
  else process.stderr.write(`${explain(error)}\n`)
}

function explain(error: unknown): string {
  const sentence = explainFailure(error)
  log.debug({ err: error instanceof ServiceError ? error.cause : error }, 'the cause of the failure')
  if (sentence !== null) return asSentence(sentence)
  const { code, message } = error as { code?: unknown; message?: unknown }
  const why = [code, message].filter((part) => typeof part === 'string' && part !== '').join(': ')
  return `Something went wrong inside (${why || String(error)}). Run it again with LOG_LEVEL=debug to see where.`
}

/**
 * A reason as a sentence: `slug has the shape of a UUID` becomes `Slug has the shape of a UUID.` What begins with a column, a file or an
 * address keeps it as it is written: another spelling names nothing.
 */
export function asSentence(reason: string): string {
  const isName = /^[^\s_./\\@]*[_./\\@]\S/.test(reason)
  const start = isName ? reason.charAt(0) : reason.charAt(0).toUpperCase()
  return `${start}${reason.slice(1)}${/[.!?"”)]$/.test(reason) ? '' : '.'}`
}
