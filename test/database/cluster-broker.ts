import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { testProgram } from '@/test/test-program'

/**
 * Opens a loopback port that answers with the test cluster as JSON, starting it at the first question.
 * @returns the address to ask at, and `stop`, which ends the cluster if one was started
 */
export async function startClusterBroker(): Promise<{ address: string; stop: () => Promise<void> }> {
  let holder: ChildProcess | undefined
  let cluster: Promise<string> | undefined
  const server = createServer((_request, response) => {
    holder ??= startHolder()
    cluster ??= firstLine(holder)
    cluster.then(
      (json) => response.end(json),
      (cause: unknown) => response.writeHead(500).end(String(cause)),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}/`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      if (holder) await end(holder)
    },
  }
}

/** Detached: Ctrl-C must reach Vitest alone, after whose end the holder cleans up. */
function startHolder(): ChildProcess {
  return spawn(process.execPath, [testProgram('cluster-process')], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
}

async function firstLine(holder: ChildProcess): Promise<string> {
  if (!holder.stdout) throw new Error('The process that holds the database has no output.')
  for await (const line of createInterface({ input: holder.stdout })) return line
  throw new Error('its process ended; see what it wrote above')
}

async function end(holder: ChildProcess): Promise<void> {
  if (holder.exitCode !== null || holder.signalCode !== null) return
  const exited = once(holder, 'exit')
  holder.stdin?.end()
  await exited
}
