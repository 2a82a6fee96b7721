import { Command, CommanderError } from 'commander'
import { makesLinks } from './makes-links'
import { asSentence } from './output'
import { type Run, runCommand, runOffline, WRONG_USAGE } from './run-command'

interface BaseUrlOption {
  baseUrlChanged?: true
}

type AddCommands = (program: Command, run: Run) => void

/**
 * The commands by their first words. Only the commands that are asked for are loaded: all of them together are the
 * whole service, and a check of one serial should not wait for mail, sign-in and typesetting.
 */
const GROUPS: { words: string[]; load: () => Promise<AddCommands>; isOffline?: true }[] = [
  { words: ['setup'], load: async () => (await import('./setup/setup-command')).setupCommand, isOffline: true },
  { words: ['issuer'], load: async () => (await import('./commands/issuer-commands')).issuerCommands },
  { words: ['key'], load: async () => (await import('./commands/key-commands')).keyCommands },
  { words: ['badge'], load: async () => (await import('./commands/badge-commands')).badgeCommands },
  { words: ['design'], load: async () => (await import('./commands/design-commands')).designCommands },
  { words: ['user'], load: async () => (await import('./commands/user-commands')).userCommands },
  { words: ['mail'], load: async () => (await import('./commands/mail-commands')).mailCommands },
  { words: ['webhook'], load: async () => (await import('./commands/webhook-commands')).webhookCommands },
  { words: ['report'], load: async () => (await import('./commands/report-commands')).reportCommands },
  { words: ['issue'], load: async () => (await import('./commands/issue-command')).issueCommand },
  {
    words: ['correct', 'withdraw', 'show', 'verify'],
    load: async () => (await import('./commands/certificate-commands')).certificateCommands,
  },
  { words: ['erase'], load: async () => (await import('./commands/erase-command')).eraseCommand },
  { words: ['passport'], load: async () => (await import('./commands/passport-commands')).passportCommands },
  { words: ['files'], load: async () => (await import('./commands/files-commands')).filesCommands },
  { words: ['journal'], load: async () => (await import('./commands/journal-commands')).journalCommands },
  {
    words: ['demo', 'doctor', 'migrate', 'rekey'],
    load: async () => (await import('./commands/operation-commands')).operationCommands,
  },
  { words: ['backup'], load: async () => (await import('./backup/backup-command')).backupCommand },
  {
    words: ['restore'],
    load: async () => (await import('./backup/restore-command')).restoreCommand,
    isOffline: true,
  },
  { words: ['service'], load: async () => (await import('./commands/service-commands')).serviceCommands },
  {
    words: ['log'],
    load: async () => (await import('./commands/log/log-commands')).logCommands,
    isOffline: true,
  },
  { words: ['log'], load: async () => (await import('./commands/log/own-log-commands')).ownLogCommands },
  {
    words: ['receipt'],
    load: async () => (await import('./commands/receipt-command')).receiptCommands,
    isOffline: true,
  },
]

/**
 * The operator's command (spec part 11): a thin transport over the services.
 * @param argv the words after `certs`
 * @returns the exit code: 0 done, 1 refused or partly refused, 2 wrong usage
 */
export async function main(argv: string[]): Promise<number> {
  let code = 0
  const terms = { isBound: true, mayUpgrade: false }
  const running =
    (perform: typeof runCommand): Run =>
    async (options, work) => {
      code = await perform(terms, options, work)
    }
  const program = createProgram(argv.includes('--json')).hook('preAction', (_, command) => {
    terms.isBound = makesLinks(command) && command.opts<BaseUrlOption>().baseUrlChanged !== true
    terms.mayUpgrade = command.name() === 'migrate'
  })
  await addCommands(program, groupsFor(argv), running)
  try {
    await program.parseAsync(argv, { from: 'user' })
    return code
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return 0
    if (argv.includes('--json')) process.stdout.write(`${JSON.stringify({ error: explainUsage(error) })}\n`)
    return WRONG_USAGE
  }
}

/** Every command, without running any: for whoever has to look at all of them. */
export async function allCommands(): Promise<Command> {
  const program = createProgram(true)
  await addCommands(program, GROUPS, () => () => Promise.reject(new Error('nothing runs here')))
  return program
}

function createProgram(json: boolean): Command {
  return new Command('certs')
    .description('The operator’s command of the certificate verification service.')
    .helpCommand('help [command]', 'explain a command')
    .exitOverride()
    .configureOutput({ writeErr: (text) => json || process.stderr.write(text) })
    .showHelpAfterError('Add --help to see how it is used.')
    .addHelpText(
      'after',
      '\nEvery command takes --json. Exit codes: 0 done, 1 refused or partly refused, 2 wrong usage.',
    )
}

async function addCommands(program: Command, groups: typeof GROUPS, running: (perform: typeof runCommand) => Run) {
  for (const { load, isOffline } of groups) (await load())(program, running(isOffline ? runOffline : runCommand))
  offerOptions(program)
}

/** The group that the words name; all of them where they name none, so that help and suggestions know every command. */
function groupsFor(argv: string[]): typeof GROUPS {
  const first = argv.find((word) => !word.startsWith('-')) ?? ''
  const named = GROUPS.filter(({ words }) => words.includes(first))
  return named.length > 0 ? named : GROUPS
}

function offerOptions(command: Command): void {
  command.commands.forEach(offerOptions)
  if (command.commands.length > 0) return
  command.option('--json', 'print one JSON document and nothing else')
  if (!makesLinks(command)) return
  command.option('--base-url-changed', 'run although BASE_URL is not the address that the service had until now')
}

function explainUsage({ code, message }: CommanderError): string {
  if (code === 'commander.help') return 'The command is not complete. Add --help to see how it is used.'
  return asSentence(message.replace(/^error: /, '').replaceAll('\n', ' '))
}
