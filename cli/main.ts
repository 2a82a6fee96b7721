import { Command, CommanderError } from 'commander'
import { env } from '@/lib/env'
import { certificateCommands } from './certificate-commands'
import { issueCommand } from './issue-command'
import { issuerCommands } from './issuer-commands'
import { keyCommands } from './key-commands'
import { operationCommands } from './operation-commands'
import { type Output, printFailure } from './output'
import { withStore } from './with-store'

/** Runs one command's work with the database open; what it throws becomes a sentence and exit code 1. */
export type Run = (output: Output, work: () => Promise<number>) => Promise<void>

const WRONG_USAGE = 2

/**
 * The operator's command (definitions.md part 11): a thin transport over the services.
 * @param argv the words after `certs`
 * @returns the exit code: 0 done, 1 refused or partly refused, 2 wrong usage
 */
export async function main(argv: string[]): Promise<number> {
  let code = 0
  const run: Run = async (output, work) => {
    try {
      env()
    } catch (error) {
      process.stderr.write(`${(error as Error).message}\n`)
      code = 1
      return
    }
    try {
      code = await withStore(work)
    } catch (error) {
      code = printFailure(output, error)
    }
  }
  const program = new Command('certs')
    .description('The operator’s command of the certificate verification service.')
    .showHelpAfterError('(certs --help lists the commands)')
    .exitOverride()
  for (const add of [issuerCommands, keyCommands, issueCommand, certificateCommands, operationCommands]) add(program, run)
  try {
    await program.parseAsync(argv, { from: 'user' })
    return code
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    return error.exitCode === 0 ? 0 : WRONG_USAGE
  }
}
