import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { verificationUrl } from '@/lib/domain/certificate/present-certificate'
import { env } from '@/lib/env'
import type { IssueFileResult } from '@/lib/service/issue/issue-from-file'
import { asSentence, type Output } from './output'

interface ReportOptions {
  dryRun?: boolean
  skipBad?: boolean
  notify?: boolean
  out?: string
  badFile: string | null
}

/** Prints the result of a file row by row, so that a long file needs no long text in memory. */
export async function reportIssue(output: Output, result: IssueFileResult, options: ReportOptions): Promise<void> {
  if (output.json) {
    await writeEach(jsonPieces(result, options), process.stdout)
    return
  }
  await writeEach(errorLines(result), process.stderr)
  process.stdout.write(`${summary(result, options).join('\n')}\n`)
}

/**
 * Writes piece by piece, as quickly as they are taken; nothing more once whoever took them has gone away. A pipeline would leave a
 * listener on the output, and a process that reports often would be warned of them.
 */
export async function writeEach(pieces: AsyncIterable<string>, output: Writable): Promise<void> {
  for await (const piece of pieces) {
    if (output.destroyed) return
    if (!output.write(piece)) await once(output, 'drain')
  }
}

async function* jsonPieces(result: IssueFileResult, { notify }: ReportOptions): AsyncGenerator<string> {
  const { issued, refused, mailed, certificates, errors } = result
  yield `{"issued":${issued},"refused":${refused},${notify ? `"mailed":${mailed},` : ''}"certificates":[`
  let separator = '\n'
  for await (const { line, id, serial } of certificates()) {
    const verification_url = verificationUrl(env().BASE_URL, serial)
    yield `${separator}${JSON.stringify({ line, id, serial, verification_url })}`
    separator = ',\n'
  }
  yield '],"errors":['
  separator = '\n'
  for await (const error of errors()) {
    yield `${separator}${JSON.stringify(error)}`
    separator = ',\n'
  }
  yield ']}\n'
}

async function* errorLines({ errors }: IssueFileResult): AsyncGenerator<string> {
  for await (const { line, error } of errors()) yield `Line ${line}: ${asSentence(error)}\n`
}

function summary({ issued, already, refused, held, mailed }: IssueFileResult, options: ReportOptions): string[] {
  const lines: string[] = []
  if (options.dryRun) lines.push(`Checked only: ${rows(held)} can be issued, ${rows(refused)} refused.`)
  else lines.push(`Issued ${issued} ${issued === 1 ? 'certificate' : 'certificates'}, refused ${rows(refused)}.`)
  if (options.notify && !options.dryRun) lines.push(`Links on their way by mail: ${mailed} of ${issued}.`)
  if (already > 0) lines.push(`Already issued from this file before: ${rows(already)}.`)
  if (refused > 0 && !options.dryRun && !options.skipBad) {
    const [these, them] = refused === 1 ? ['this row is', 'it'] : ['these rows are', 'them']
    const without = held === 0 ? '' : `; --skip-bad issues the good ${held === 1 ? 'one' : 'ones'} without ${them}`
    lines.push(`Nothing is issued until ${these} mended${without}.`)
  }
  if (refused > 0 && options.badFile !== null) lines.push(`The refused rows are in ${options.badFile}.`)
  if (options.out !== undefined && !options.dryRun) {
    const written = issued + already > 0
    lines.push(
      written ? `Serials and links are in ${options.out}.` : `There are no serials: ${options.out} was not written.`,
    )
  }
  return lines
}

const rows = (count: number) => `${count} ${count === 1 ? 'row' : 'rows'}`
