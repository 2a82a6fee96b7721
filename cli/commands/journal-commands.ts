import type { Command } from 'commander'
import { explainReplay, replayDocument } from '@/cli/backup/present-replay'
import { withoutLinks } from '@/cli/makes-links'
import { type Output, print } from '@/cli/output'
import type { JsonOption, Run } from '@/cli/run-command'
import type { DoctorFinding } from '@/lib/service/doctor/doctor-finding'
import { examineJournal } from '@/lib/service/journal/examine-journal'
import { fillWholeJournal } from '@/lib/service/journal/fill-whole-journal'
import { replayJournal } from '@/lib/service/journal/replay-journal'

/** Adds `certs journal status`, `check`, `replay` and `fill`. */
export function journalCommands(program: Command, run: Run): void {
  const journal = program
    .command('journal')
    .description('withdrawals and similar changes, kept outside the database against a restore or failover')
  withoutLinks(journal.command('status'))
    .description('say whether the database has everything that the journal knows')
    .action((options: JsonOption) => run(options, (output) => examine(output, false)))
  withoutLinks(journal.command('check'))
    .description('the same, reading the whole journal')
    .action((options: JsonOption) => run(options, (output) => examine(output, true)))
  withoutLinks(journal.command('replay'))
    .description('bring a restored database up to what its journal knows')
    .option('--restored', 'it was restored: hold back its mail, passports and sessions also where no change was lost')
    .option('--accept-loss', 'no newer journal is left of what was restored: what happened after its backup is lost')
    .action((options: ReplayOptions) => run(options, (output) => replay(output, options)))
  withoutLinks(journal.command('fill'))
    .description('write everything that the database knows to a new journal, after the old one was lost')
    .action((options: JsonOption) => run(options, fill))
}

async function examine(output: Output, whole: boolean): Promise<number> {
  const findings = await examineJournal({ whole })
  const mark: Record<DoctorFinding['result'], string> = { good: '✓', warning: '!', bad: '✗' }
  print(
    output,
    { findings },
    findings.map(({ result, message }) => `${mark[result]} ${message}`),
  )
  return findings.some(({ result }) => result === 'bad') ? 1 : 0
}

interface ReplayOptions extends JsonOption {
  restored?: boolean
  acceptLoss?: boolean
}

async function replay(output: Output, options: ReplayOptions): Promise<number> {
  const found = await replayJournal({ restored: options.restored ?? false, acceptLoss: options.acceptLoss ?? false })
  print(output, replayDocument(found), explainReplay(found))
  return found.refused.length > 0 || found.uncompared.length > 0 ? 1 : 0
}

async function fill(output: Output): Promise<void> {
  const records = await fillWholeJournal()
  print(output, { records }, [`Written to the journal: ${records} records.`])
}
