import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { SingleBar } from 'cli-progress'
import type { Command } from 'commander'
import { csvSafeCell } from '@/lib/domain/csv-cell'
import { verificationUrl } from '@/lib/domain/present-certificate'
import { env } from '@/lib/env'
import { getIssuer } from '@/lib/service/get-issuer'
import { issueFromFile, type IssueFileResult } from '@/lib/service/issue-from-file'
import { rowCertificates, rowErrors, writeBadRows } from '@/lib/service/report-issue-file'
import type { Run } from './main'

interface IssueOptions {
  file: string
  out?: string
  dryRun?: boolean
  skipBad?: boolean
  allowRepeats?: boolean
  guessableSerials?: boolean
  json?: boolean
}

/** Adds `certs issue`. */
export function issueCommand(program: Command, run: Run): void {
  program
    .command('issue <slug>')
    .description('issue one certificate for each row of a CSV file')
    .requiredOption('--file <csv>', 'the rows')
    .option('--out <csv>', 'write serials and links there')
    .option('--dry-run', 'only check the rows')
    .option('--skip-bad', 'issue the good rows and write the others to FILE.bad.csv')
    .option('--allow-repeats', 'issue rows again that were issued from another file')
    .option('--guessable-serials', 'allow serials that follow one another')
    .option('--json', 'one JSON document')
    .action((slug: string, options: IssueOptions) => run({ json: options.json ?? false }, () => issue(slug, options)))
}

async function issue(slug: string, options: IssueOptions): Promise<number> {
  const issuer = await getIssuer(slug)
  const bar = progressBar()
  const result = await issueFromFile(issuer.id, options.file, {
    dryRun: options.dryRun ?? false,
    skipBad: options.skipBad ?? false,
    allowRepeats: options.allowRepeats ?? false,
    guessableSerials: options.guessableSerials ?? false,
    actor: 'operator',
    onProgress: bar.show,
  }).finally(bar.stop)
  if (options.out) await writeLinks(result.batchId, options.out)
  const badFile = options.skipBad && result.refused > 0 && !options.dryRun ? badFileName(options.file) : null
  if (badFile) await writeBadRows(result.batchId, options.file, badFile)
  if (options.json) await writeJson(result)
  else await writeSentences(result, options, badFile)
  return result.refused > 0 ? 1 : 0
}

/** A bar on a terminal, nothing elsewhere. */
function progressBar() {
  if (!process.stderr.isTTY) return { show: () => undefined, stop: () => undefined }
  const bar = new SingleBar({ format: '{phase} {bar} {value} of {total} rows', clearOnComplete: true, etaBuffer: 100 })
  let phase = ''
  return {
    show: (next: 'checking' | 'issuing', done: number, total: number) => {
      if (phase !== next) bar.start(total, done, { phase: next === 'checking' ? 'Checking' : 'Issuing ' })
      phase = next
      bar.setTotal(Math.max(total, 1))
      bar.update(done)
    },
    stop: () => {
      bar.stop()
    },
  }
}

function badFileName(file: string): string {
  return `${file.replace(/\.csv$/i, '')}.bad.csv`
}

async function writeLinks(batchId: string, path: string): Promise<void> {
  const out = createWriteStream(path)
  const cell = (text: string) => `"${csvSafeCell(text).replaceAll('"', '""')}"`
  out.write('line,id,serial,verification_url,full_name\r\n')
  for await (const { line, id, serial, fullName } of rowCertificates(batchId)) {
    out.write(`${[String(line), id, serial, verificationUrl(env().BASE_URL, serial), fullName].map(cell).join(',')}\r\n`)
  }
  out.end()
  await finished(out)
}

/** Row by row, so that a long file needs no long text in memory. */
async function writeJson({ batchId, issued, refused }: IssueFileResult): Promise<void> {
  const out = process.stdout
  out.write(`{"issued":${issued},"refused":${refused},"certificates":[`)
  let separator = ''
  for await (const { line, id, serial } of rowCertificates(batchId)) {
    out.write(`${separator}${JSON.stringify({ line, id, serial, verification_url: verificationUrl(env().BASE_URL, serial) })}`)
    separator = ','
  }
  out.write('],"errors":[')
  separator = ''
  for await (const error of rowErrors(batchId)) {
    out.write(`${separator}${JSON.stringify(error)}`)
    separator = ','
  }
  out.write(']}\n')
}

async function writeSentences(result: IssueFileResult, options: IssueOptions, badFile: string | null): Promise<void> {
  for await (const { line, error } of rowErrors(result.batchId)) process.stderr.write(`Line ${line}: ${error}\n`)
  const rows = (count: number) => `${count} ${count === 1 ? 'row' : 'rows'}`
  const lines = [
    options.dryRun
      ? `Checked only: ${rows(result.held)} would be issued, ${rows(result.refused)} refused.`
      : `Issued ${result.issued} ${result.issued === 1 ? 'certificate' : 'certificates'}, refused ${rows(result.refused)}.`,
    ...(result.refused > 0 && !options.dryRun && !options.skipBad
      ? ['Nothing was issued: mend these rows and run again, or issue the good ones with --skip-bad.']
      : []),
    ...(badFile ? [`The refused rows are in ${badFile}.`] : []),
    ...(options.out ? [`Serials and links are in ${options.out}.`] : []),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
