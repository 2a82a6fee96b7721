import type { Command } from 'commander'
import { closeReportByOperator, listReports } from '@/lib/service/operator-reports'
import type { StoredReport } from '@/lib/store/reports'
import { type Output, print } from './output'
import type { JsonOption, Run } from './run-command'

const HELP = `
Reports about an issuer's certificate are at the issuer's desk. Here is what no issuer gets: about serials that are
unknown, and of issuers at whose desk nobody works. What was written is emptied 90 days after a report is closed.`

/** Adds `certs report …`: what visitors reported to the operator. */
export function reportCommands(program: Command, run: Run): void {
  const report = program.command('report').description('forgeries and mistakes that visitors reported to the operator')
  report
    .command('list')
    .description('show the open reports, the newest first')
    .option('--closed', 'those that were closed')
    .addHelpText('after', HELP)
    .action((options: JsonOption & { closed?: true }) =>
      run(options, (output) => list(output, options.closed === true)),
    )
  report
    .command('close')
    .argument('<id>', 'the report')
    .description('close a report')
    .option('--note <text>', 'what came of it', '')
    .action((id: string, options: JsonOption & { note: string }) =>
      run(options, (output) => close(output, id, options.note)),
    )
}

async function list(output: Output, closed: boolean): Promise<void> {
  const reports = await listReports(closed)
  const lines = reports.length > 0 ? reports.flatMap(linesOf) : [`No ${closed ? 'closed' : 'open'} report.`]
  print(output, { reports: reports.map(documentOf) }, lines)
}

async function close(output: Output, id: string, note: string): Promise<void> {
  const report = await closeReportByOperator(id, note)
  print(output, { closed: { id: report.id } }, ['Closed. What was written is emptied after 90 days.'])
}

function linesOf({ id, kind, serial, message, email, createdAt, note }: StoredReport): string[] {
  const indented = (text: string) => text.split('\n').map((line) => `  ${line}`)
  return [
    `${id}  ${createdAt.toISOString()}  ${kind}${serial === null ? '' : `  ${serial}`}`,
    ...(email === null ? [] : [`  from ${email}`]),
    ...indented(message ?? 'What was written is emptied.'),
    ...(note === null ? [] : indented(`Note: ${note}`)),
    '',
  ]
}

function documentOf({ id, kind, serial, known, message, email, createdAt, closedAt, note }: StoredReport) {
  const closed = closedAt?.toISOString() ?? null
  return { id, kind, serial, known, message, email, created_at: createdAt.toISOString(), closed_at: closed, note }
}
