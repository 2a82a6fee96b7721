import type { Command } from 'commander'
import { constants, setPriority } from 'node:os'
import { withoutLinks } from '@/cli/makes-links'
import { type Output, print } from '@/cli/output'
import { progressBar } from '@/cli/progress-bar'
import type { CommandContext, JsonOption, Run } from '@/cli/run-command'
import { WrongUsage } from '@/cli/wrong-usage'
import { describeLog, STANDING_LOG } from '@/lib/service/log/describe-log'
import { fillLog } from '@/lib/service/log/fill-log'
import { resumeLog } from '@/lib/service/log/resume-log'
import { takePublishedLog } from '@/lib/service/log/take-published-log'
import { explainResumed, resumedDocument } from './explain-resumed'
import { logKeyCommands } from './log-key-commands'
import { witnessCommands } from './witness-commands'

const FILL_HELP = `
Makes the log where there is none, and writes every certificate, key and issuer into it that was there before. The service
goes on meanwhile. Cut off, the same again goes on where it was. Of what was taken in, the log proves that it existed from
that day on, and nothing about the time before.`

const RESUME_HELP = `
For a log that stopped because the database, or the log itself, is older than what was published: after a restore, or where a later
tree was signed, claimed or confirmed by a witness; and where certs doctor says that somebody else wrote how far the log has come. First
run certs journal replay. Then get the newest checkpoint that anyone
holds: a witness's /witness/<hash>/checkpoint, or a monitor's copy, or the log's own file checkpoint. The log's folder must reach
it; if it does not, name a monitor's copy with --log. A log that goes on from an older checkpoint tells two people two histories,
and its witnesses refuse it. Where a witness has shown a later tree, every check is 503 until then. If nobody has a copy that reaches it, what
came later is lost: run certs log key compromised, and name the log's own checkpoint.
The database takes over the leaves that were published and that it lacks; those of changes that came back from the journal belong
to them again. A certificate whose change is lost stays undetermined: its checks are 503. A restore whose journal is lost counts as
compared from then on, with the log.`

interface ResumeOptions extends JsonOption {
  checkpoint?: string
  log?: string
}

/** Adds the commands about this service's own public log. */
export function ownLogCommands(program: Command, run: Run): void {
  const log = program.commands.find((command) => command.name() === 'log') ?? program.command('log')
  log
    .command('fill')
    .description('make the public log, and take in what was there before')
    .addHelpText('after', FILL_HELP)
    .action((options: JsonOption) => run(options, fill))
  withoutLinks(log.command('status'))
    .description('show the state of this service’s log')
    .action((options: JsonOption) => run(options, status))
  withoutLinks(log.command('resume'))
    .description('let a stopped log go on after the newest checkpoint that anyone holds')
    .option('--checkpoint <file>', 'the newest checkpoint that a witness, a monitor or anybody else holds')
    .option('--log <where>', 'the newest copy of this log, at an address or in a folder; it is put in place first')
    .addHelpText('after', RESUME_HELP)
    .action((options: ResumeOptions) => run(options, (output) => resume(output, options)))
  logKeyCommands(log, run)
  witnessCommands(log, run)
}

async function fill(context: CommandContext): Promise<number> {
  // Hours of work: what serves meanwhile comes first.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  const bar = progressBar()
  const entering = fillLog((taken) => bar.show('entering', taken, taken), context.signal).finally(() => bar.stop())
  const state = await entering.catch((error: unknown) => {
    if (!context.signal.aborted) throw error
    return null
  })
  if (state === null) {
    console.error('Cut off. The same again goes on where it was.')
    return 1
  }
  print(context, { origin: state.origin, size: state.publishedSize }, [
    `The public log ${state.origin} is complete, with ${state.publishedSize} leaves.`,
  ])
  return 0
}

async function status(output: Output): Promise<number> {
  const { state, waiting, stopsChecks, stands } = await describeLog()
  const document = {
    origin: state.origin,
    published_size: state.publishedSize,
    root_hash: state.publishedRoot.toString('hex'),
    waiting: waiting + state.size - state.publishedSize,
    complete: state.intakeEnded,
    stopped: state.stopped,
  }
  print(output, document, [
    ...(state.stopped === null ? [] : [`Nothing more is signed: ${state.stopped}`, '']),
    ...(stands ? [STANDING_LOG, ''] : []),
    ...(stopsChecks ? ['Every check is 503: see certs log resume --help.', ''] : []),
    `Log        ${document.origin}`,
    `Published  ${document.published_size} leaves`,
    `Root       ${document.root_hash}`,
    `Waiting    ${document.waiting} leaves`,
    `Complete   ${document.complete ? 'yes' : 'no: run certs log fill'}`,
  ])
  return state.stopped === null && !stands ? 0 : 1
}

async function resume(output: Output, { checkpoint, log }: ResumeOptions): Promise<void> {
  const published = log === undefined ? undefined : await takePublishedLog(log)
  const file = checkpoint ?? published
  if (file === undefined) throw new WrongUsage('Name the newest checkpoint or copy: --checkpoint FILE or --log WHERE.')
  const resumed = await resumeLog(file)
  print(output, resumedDocument(resumed), explainResumed(resumed))
}
