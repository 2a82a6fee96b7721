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

/** Prints a failure: `{ error }` on standard output with `--json`, a sentence on standard error else. */
export function printFailure(output: Output, error: unknown): void {
  // Whoever reads our output has gone away, as `head` does: nothing is left to say, and nobody to hear it.
  if (process.stdout.errored) return
  if (output.json) process.stdout.write(`${JSON.stringify({ error: explain(error) })}\n`)
  else process.stderr.write(`${explain(error)}\n`)
}

/** From the network (no such host, nobody listens) and from PostgreSQL (wrong user or database, full, starting). */
const DATABASE_REFUSALS: ReadonlySet<string> = new Set(
  ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH'].concat([
    '28P01',
    '28000',
    '3D000',
    '53300',
    '57P01',
    '57P03',
  ]),
)

function explain(error: unknown): string {
  if (isJournalFailure(error)) return error.message
  if (error instanceof ServiceError) {
    if (isJournalFailure(error.cause)) return `${asSentence(error.message)} ${error.cause.message}`
    log.debug({ err: error.cause }, 'the cause of the refusal')
    return asSentence(error.message)
  }
  log.debug({ err: error }, 'a command failed')
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (DATABASE_REFUSALS.has(String(code))) return `The database cannot be used: ${String(message || code)}.`
  const why = [code, message].filter((part) => typeof part === 'string' && part !== '').join(': ')
  return `Something went wrong inside (${why || String(error)}). Run it again with LOG_LEVEL=debug to see where.`
}

function isJournalFailure(error: unknown): error is Error {
  return error instanceof Error && error.name === 'JournalFailure'
}

/** A reason as a sentence: `slug has the shape of a UUID` becomes `Slug has the shape of a UUID.` */
export function asSentence(reason: string): string {
  const isColumn = /^[a-z]+_/.test(reason)
  const start = isColumn ? reason.charAt(0) : reason.charAt(0).toUpperCase()
  return `${start}${reason.slice(1)}${/[.!?"”)]$/.test(reason) ? '' : '.'}`
}
