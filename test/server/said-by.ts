import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'

/**
 * Waits for a line on a process's standard output.
 * @param pattern the line, with one group
 * @returns what the group found
 * @throws Error when the process ends without it
 */
export async function saidBy(child: ChildProcess, pattern: RegExp): Promise<string> {
  if (child.stdout === null) throw new Error('the output of the process goes elsewhere')
  for await (const line of createInterface(child.stdout)) {
    const [, found] = pattern.exec(line) ?? []
    if (found !== undefined) return found
  }
  throw new Error(`${child.spawnargs.join(' ')} ended before it said ${pattern.source}`)
}
