import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { readExamples } from './operator'

const START_MS = 540_000
const STOP_MS = 30_000

/** A service with example data that was started for tests. */
export interface StartedService {
  url: string
  /** Its DATA_DIR. */
  folder: string
  child: ChildProcess
  /** Ends it and removes its data. */
  stop: () => Promise<void>
}

/**
 * Runs once before all specs: starts the sample pages and the service, and sets E2E_SAMPLES, E2E_BASE_URL,
 * E2E_DATA_DIR and E2E_EXAMPLES. Where E2E_BASE_URL is given already, that service is used; the specs that run `certs` on it need its
 * E2E_DATA_DIR too.
 * @returns what stops both again
 */
export default async function startForAll(): Promise<() => Promise<void>> {
  const stopSamples = await startSamples()
  if (process.env.E2E_BASE_URL) return stopSamples
  const { url, folder, stop } = await startService()
  process.env.E2E_BASE_URL = url
  process.env.E2E_DATA_DIR = folder
  process.env.E2E_EXAMPLES = JSON.stringify(await readExamples({ url, folder }))
  return async () => {
    await stopSamples()
    await stop()
  }
}

async function startSamples(): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, ['scripts/sample-pages.mjs'], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  process.env.E2E_SAMPLES = line
  return () => end(child)
}

/**
 * Starts the real product with example data in a folder of its own, on a free port unless one is given.
 * @param variables further configuration
 */
export async function startService(variables: Record<string, string> = {}): Promise<StartedService> {
  const folder = await mkdtemp(join(tmpdir(), 'e2e-data-'))
  const port = Number(variables.PORT ?? (await freePort()))
  const url = `http://localhost:${port}`
  const service = launch(folder, port, variables)
  const stop = async () => {
    await end(service.child)
    await keepLog(port, service.output())
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await ready(url, service)
  } catch (cause) {
    await stop()
    throw cause
  }
  return { url, folder, child: service.child, stop }
}

interface Service {
  child: ChildProcess
  output: () => string
}

function launch(folder: string, port: number, variables: Record<string, string>): Service {
  const child = spawn(process.execPath, ['scripts/serve.mjs', '--demo'], {
    cwd: join(import.meta.dirname, '../..'),
    env: {
      NODE_ENV: 'production',
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: folder,
      PORT: String(port),
      TRUSTED_PROXIES: '127.0.0.0/8,::1/128',
      LOG_LEVEL: 'info',
      // A busy machine is no outage.
      DATABASE_SECONDS: '30',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return { child, output: () => output }
}

async function ready(url: string, { child, output }: Service): Promise<void> {
  const deadline = Date.now() + START_MS
  while (child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
    const response = await fetch(`${url}/api/health/ready`).catch(() => null)
    if (response?.ok) return
    await sleep(100)
  }
  throw new Error(`The service did not start:\n${output()}`)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const forced = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await ended
  clearTimeout(forced)
}

/**
 * Below those that the system gives out by itself, and another one for each process: nobody takes it before the service
 * listens.
 */
export async function freePort(): Promise<number> {
  for (let port = 20_000 + (process.pid % 12_000); ; port++) {
    const server = createServer().listen(port)
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}

/** Kept, and searched for secrets and people once all tests have run (scripts/check-logs.ts). */
async function keepLog(port: number, output: string): Promise<void> {
  const folder = process.env.TEST_LOGS ?? '.cache/tests/logs'
  await mkdir(folder, { recursive: true })
  // The standard output is what the operator of the demo is told, links and keys included.
  const logged = output.split('\n').filter((line) => line.startsWith('{"level":'))
  await appendFile(join(folder, `service-${port}.log`), logged.map((line) => `${line}\n`).join(''))
}
