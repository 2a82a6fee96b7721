import type { Command } from 'commander'

const WITHOUT_LINKS = new WeakSet<Command>()

/**
 * Declares that a command neither signs, prints nor mails an address of the service, so that it runs under any BASE_URL.
 * A command that declares nothing is held to the address that the database remembers.
 * @returns the command
 */
export function withoutLinks(command: Command): Command {
  WITHOUT_LINKS.add(command)
  return command
}

/** Whether a command may sign, print or mail an address of the service (spec part 11, "BASE_URL of the command"). */
export function makesLinks(command: Command): boolean {
  return !WITHOUT_LINKS.has(command)
}
