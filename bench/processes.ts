import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'

/** A server under measurement, in a process of its own. */
export interface Running {
  url: string
  stop(): Promise<void>
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (typeof address !== 'object' || address === null) throw new Error('no free port')
  return address.port
}

/**
 * Starts a server and waits until it answers at `path`.
 * @param argv arguments of node
 * @param variables added to the environment, with PORT
 */
export async function startServer(argv: string[], variables: Record<string, string>, path: string): Promise<Running> {
  const port = await freePort()
  const child = spawn(process.execPath, argv, {
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'warn', ...variables, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  await untilAnswers(url + path, child)
  return { url, stop: () => stop(child) }
}

async function untilAnswers(url: string, child: ChildProcess): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end;) {
    if (child.exitCode !== null) throw new Error(`a server under measurement ended with ${child.exitCode}`)
    const answer = await fetch(url).catch(() => null)
    if (answer) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`nothing answered at ${url}`)
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}
