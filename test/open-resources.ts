import type { ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'

/** What Node itself tells of what a process waits for, and has no types for. */
interface Waiting {
  _getActiveHandles(): unknown[]
  getActiveResourcesInfo(): string[]
}

/** What a process that does nothing waits for: a line of kinds, and one for each connection and each program that it has open. */
export function openResources(): string {
  const waiting = process as unknown as Waiting
  const kinds = new Map<string, number>()
  for (const kind of waiting.getActiveResourcesInfo()) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  const lines = waiting._getActiveHandles().flatMap((handle) => describe(handle as Partial<Socket & ChildProcess>))
  return [`Open: ${[...kinds].map(([kind, count]) => `${count} ${kind}`).join(', ')}`, ...lines].join('\n')
}

function describe({ spawnargs, pid, remotePort, localPort }: Partial<Socket & ChildProcess>): string[] {
  if (spawnargs) return [`  program ${pid}: ${spawnargs.join(' ').slice(0, 200)}`]
  return remotePort === undefined ? [] : [`  connection from port ${localPort} to port ${remotePort}`]
}
