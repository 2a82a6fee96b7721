import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { env } from '@/lib/env'

/** A server under measurement, in a process of its own. */
export interface Running {
  url: string
  pid: number
  /** What was added to its environment. */
  variables: Record<string, string>
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
  return { url, pid: child.pid ?? 0, variables, stop: () => stop(child) }
}

/** What `npm start` gives to Node besides. */
function memoryFlags(root: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }
  return scripts.start.split(' ').filter((word) => word.startsWith('--'))
}

/** Starts the service as it is in production, on the configured database, believing proxies on the loopback. */
export function startService(variables: Record<string, string> = {}): Promise<Running> {
  const root = join(import.meta.dirname, '../..')
  const { DATABASE_URL = '', KEY_ENCRYPTION_KEY = '', DATA_DIR } = env()
  const own = { DATABASE_URL, KEY_ENCRYPTION_KEY, DATA_DIR, TRUSTED_PROXIES: '127.0.0.0/8', ...variables }
  return startServer([...memoryFlags(root), join(root, 'dist/server.mjs')], own, '/api/health/live')
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
