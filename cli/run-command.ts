import { type Env, env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { type Output, printFailure } from './output'
import { stopSignal } from './stop-signal'
import { WrongUsage } from './wrong-usage'

/** What the work of a command is given besides its options. */
export interface CommandContext extends Output {
  /** Aborts when the operator asks the command to stop. */
  signal: AbortSignal
}

/** Every command takes `--json`. */
export interface JsonOption {
  json?: boolean
}

/** Runs one command's work with the database open; the work returns the exit code, or nothing when all is done. */
export type Run = (options: JsonOption, work: (context: CommandContext) => Promise<number | void>) => Promise<void>

const REFUSED = 1
export const WRONG_USAGE = 2

interface Terms {
  /** Whether it is refused under another BASE_URL than the one that the database remembers. */
  isBound: boolean
  /** Whether it brings the database of an earlier version up to this one; others look and change nothing. */
  mayUpgrade: boolean
}

/**
 * Runs a command.
 * @returns the exit code: 0 done, 1 refused, 2 wrong usage, with what was thrown printed as a sentence
 */
export async function runCommand(terms: Terms, ...[options, work]: Parameters<Run>): Promise<number> {
  return perform(options, work, async (begin) => {
    requireConfiguration()
    // Loaded here, since what runs offline needs no database and what is wrongly configured gets none.
    const { withStore } = await import('./with-store')
    return withStore(terms.isBound, begin, { mayUpgrade: terms.mayUpgrade })
  })
}

/**
 * Runs a command that needs neither the configuration nor the database.
 * @returns the exit code, as `runCommand`
 */
export async function runOffline(_terms: Terms, ...[options, work]: Parameters<Run>): Promise<number> {
  return perform(options, work, (begin) => begin())
}

type Begin = () => Promise<number | void>

async function perform(...[options, work, around]: [...Parameters<Run>, (begin: Begin) => ReturnType<Begin>]) {
  const { signal, dispose } = stopSignal()
  const context = { json: options.json ?? false, signal }
  try {
    return (await around(() => work(context))) ?? 0
  } catch (error) {
    printFailure(context, error)
    return error instanceof WrongUsage ? WRONG_USAGE : REFUSED
  } finally {
    dispose()
  }
}

/**
 * The configuration.
 * @throws ServiceError a sentence that says what is wrong with it
 */
export function requireConfiguration(): Env {
  try {
    return env()
  } catch (cause) {
    throw new ServiceError('malformed', (cause as Error).message, { cause })
  }
}
