import type { Command } from 'commander'
import { withoutLinks } from '@/cli/makes-links'
import { type Output, print } from '@/cli/output'
import type { JsonOption, Run } from '@/cli/run-command'
import { closeReportByOperator, eraseReport, listAllReports, listReports } from '@/lib/service/reports/operator-reports'
import type { StoredReport } from '@/lib/store/records/reports'

const HELP = `
Reports about an issuer's certificate are at the issuer's desk. Listed here are the others: about unknown serials, and
about issuers with nobody at their desk. The text of a report is deleted 90 days after it is closed.
Before erasing a person: --all lists every report, open or closed, to any recipient.`

interface ListOptions extends JsonOption {
  closed?: boolean
  all?: boolean
  serial?: string
}

/** Adds `certs report …`: what visitors reported to the operator. */
export function reportCommands(program: Command, run: Run): void {
  const report = program.command('report').description('forgeries and mistakes that visitors reported to the operator')
  withoutLinks(report.command('list'))
    .description('show the open reports, the newest first')
    .option('--closed', 'those that were closed')
    .option('--all', 'open and closed ones, those to issuers too')
    .option('--serial <serial>', 'all those about this serial')
    .addHelpText('after', HELP)
    .action((options: ListOptions) => run(options, (output) => list(output, options)))
  withoutLinks(report.command('close'))
    .argument('<id>', 'the report')
    .description('close a report')
    .option('--note <text>', 'what came of it', '')
    .action((id: string, options: JsonOption & { note: string }) =>
      run(options, (output) => close(output, id, options.note)),
    )
  withoutLinks(report.command('erase'))
    .argument('<id>', 'the report')
    .description('erase what a report says for good, because it names a person who is erased')
    .action((id: string, options: JsonOption) => run(options, (output) => erase(output, id)))
}

async function list(output: Output, { closed = false, all = false, serial }: ListOptions): Promise<void> {
  const whole = all || serial !== undefined
  const reports = whole ? await listAllReports(serial ?? null) : await listReports(closed)
  const which = whole ? '' : closed ? 'closed ' : 'open '
  const lines = reports.length > 0 ? reports.flatMap(linesOf) : [`No ${which}report.`]
  print(output, { reports: reports.map(documentOf) }, lines)
}

async function close(output: Output, id: string, note: string): Promise<void> {
  const report = await closeReportByOperator(id, note)
  print(output, { closed: { id: report.id } }, ['Closed. What was written is emptied after 90 days.'])
}

async function erase(output: Output, id: string): Promise<void> {
  await eraseReport(id)
  print(output, { erased: { id } }, ['Deleted.'])
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
