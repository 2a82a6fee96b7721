import { type Command, Option } from 'commander'
import { reportIssue } from '@/cli/issue-report'
import { progressBar } from '@/cli/progress-bar'
import type { CommandContext, JsonOption, Run } from '@/cli/run-command'
import { requireWritable, writeWholeFile } from '@/cli/whole-file'
import { RECIPIENT_LANGUAGES } from '@/lib/domain/certificate/recipient-language'
import { csvLines } from '@/lib/domain/issue/csv-lines'
import { CODE_PAGES, type CodePage } from '@/lib/domain/text/code-page'
import { issueFromFile } from '@/lib/service/issue/issue-from-file'
import { linkRecords } from '@/lib/service/issue/link-records'
import { requireAlphabet } from '@/lib/service/issue/require-alphabet'
import { getIssuer } from '@/lib/service/issuers/get-issuer'

interface IssueOptions extends JsonOption {
  file: string
  codePage?: CodePage
  out?: string
  dryRun?: boolean
  skipBad?: boolean
  allowRepeats?: boolean
  guessableSerials?: boolean
  notify?: boolean
}

const CODES = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(RECIPIENT_LANGUAGES)

const COLUMNS = `
The first line of the file names its columns: full_name, event_title and achievement, and if wanted
registration_number, event_date, issued_at, expires_at, serial, email and language
(${CODES}). The same file again goes on where it stopped and issues nothing twice.`

/** Adds `certs issue`. */
export function issueCommand(program: Command, run: Run): void {
  program
    .command('issue')
    .argument('<slug>', 'the issuer')
    .description('issue one certificate for each row of a CSV file')
    .requiredOption('--file <csv>', 'the rows: CSV in UTF-8, with commas, semicolons, tabs or bars')
    .addOption(
      new Option('--code-page <name>', 'what the file was saved in, where it is not UTF-8').choices(CODE_PAGES),
    )
    .option('--out <csv>', 'write each row’s serial and link to this file')
    .option('--dry-run', 'only check the rows')
    .option('--skip-bad', 'issue the good rows and write the others to FILE.bad.csv')
    .option('--allow-repeats', 'issue rows that were already issued from another file once more')
    .option('--guessable-serials', 'allow consecutive serials, though anyone can then read the names one by one')
    .option('--notify', 'send each recipient who has an email their link, in their language')
    .addHelpText('after', COLUMNS)
    .action((slug: string, options: IssueOptions) => run(options, (context) => issue(context, slug, options)))
}

async function issue(context: CommandContext, slug: string, options: IssueOptions): Promise<number> {
  const { file, out } = options
  const badFile = options.skipBad && !options.dryRun ? badFileName(file) : null
  if (out !== undefined) await requireWritable(out, badFile === null ? [file] : [file, badFile])
  if (badFile !== null) await requireWritable(badFile, [file])
  if (!options.codePage) await requireAlphabet(file)
  const source = options.codePage ? { path: file, codePage: options.codePage } : file
  const issuer = await getIssuer(slug)
  const bar = progressBar()
  const choices = {
    dryRun: options.dryRun ?? false,
    skipBad: options.skipBad ?? false,
    allowRepeats: options.allowRepeats ?? false,
    guessableSerials: options.guessableSerials ?? false,
    notify: options.notify ?? false,
    actor: 'operator',
    signal: context.signal,
    onProgress: bar.show,
    onRefused: (records: AsyncIterable<string[]>) => writeWholeFile(badFile ?? badFileName(file), csvLines(records)),
  }
  return issueFromFile(issuer.id, source, choices, async (result) => {
    bar.stop()
    const has = result.issued + result.already > 0
    if (out !== undefined && !options.dryRun && has) await writeWholeFile(out, csvLines(linkRecords(result)))
    await reportIssue(context, result, { ...options, badFile })
    return result.refused > 0 ? 1 : 0
  }).finally(bar.stop)
}

function badFileName(file: string): string {
  return `${file.replace(/\.csv$/i, '')}.bad.csv`
}
