import { Command, CommanderError } from 'commander'
import { badgeCommands } from './badge-commands'
import { certificateCommands } from './certificate-commands'
import { eraseCommand } from './erase-command'
import { filesCommands } from './files-commands'
import { issueCommand } from './issue-command'
import { issuerCommands } from './issuer-commands'
import { journalCommands } from './journal-commands'
import { keyCommands } from './key-commands'
import { mailCommands } from './mail-commands'
import { userCommands } from './user-commands'
import { operationCommands } from './operation-commands'
import { asSentence } from './output'
import { passportCommands } from './passport-commands'
import { receiptCommands } from './receipt-command'
import { reportCommands } from './report-commands'
import { type Run, runCommand, runOffline } from './run-command'
import { serviceCommands } from './service-commands'

const WRONG_USAGE = 2

const COMMANDS = [
  issuerCommands,
  keyCommands,
  badgeCommands,
  userCommands,
  mailCommands,
  reportCommands,
  issueCommand,
  certificateCommands,
  eraseCommand,
  passportCommands,
  filesCommands,
  journalCommands,
  operationCommands,
  serviceCommands,
]

/**
 * The operator's command (definitions.md part 11): a thin transport over the services.
 * @param argv the words after `certs`
 * @returns the exit code: 0 done, 1 refused or partly refused, 2 wrong usage
 */
export async function main(argv: string[]): Promise<number> {
  let code = 0
  const run: Run = async (options, work) => {
    code = await runCommand(options, work)
  }
  const json = argv.includes('--json')
  const program = new Command('certs')
    .description('The operator’s command of the certificate verification service.')
    .helpCommand('help [command]', 'explain a command')
    .exitOverride()
    .configureOutput({ writeErr: (text) => json || process.stderr.write(text) })
    .showHelpAfterError('Add --help to see how it is used.')
    .addHelpText(
      'after',
      '\nEvery command takes --json. Exit codes: 0 done, 1 refused or partly refused, 2 wrong usage.',
    )
  for (const add of COMMANDS) add(program, run)
  receiptCommands(program, async (options, work) => {
    code = await runOffline(options, work)
  })
  offerJson(program)
  try {
    await program.parseAsync(argv, { from: 'user' })
    return code
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return 0
    if (json) process.stdout.write(`${JSON.stringify({ error: explainUsage(error) })}\n`)
    return WRONG_USAGE
  }
}

function offerJson(command: Command): void {
  if (command.commands.length === 0) command.option('--json', 'print one JSON document and nothing else')
  command.commands.forEach(offerJson)
}

function explainUsage({ code, message }: CommanderError): string {
  if (code === 'commander.help') return 'The command is not complete. Add --help to see how it is used.'
  return asSentence(message.replace(/^error: /, '').replaceAll('\n', ' '))
}
