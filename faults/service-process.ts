import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pause } from './load'

const START_MS = 120_000
const root = join(import.meta.dirname, '..')

/** A process of the service, that is killed, stopped and started again on the same port. */
export class ServiceProcess {
  readonly #variables: Record<string, string>
  /** Whichever was free when it first listened: one that is looked for before may be another's by then. */
  #port = 0
  #child: ChildProcess | undefined
  #output = ''

  private constructor(variables: Record<string, string>) {
    this.#variables = variables
  }

  /** Starts one and waits until it says that it is ready. */
  static async start(variables: Record<string, string>): Promise<ServiceProcess> {
    const started = new ServiceProcess(variables)
    await started.start()
    return started
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  /** What it wrote, since its last start. */
  get output(): string {
    return this.#output
  }

  get runs(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Starts it, again on the same port. */
  async start(): Promise<void> {
    this.spawn()
    await this.ready()
  }

  /** Starts it, without waiting. */
  spawn(): void {
    this.#output = ''
    const { PATH = '', HOME = '' } = process.env
    this.#child = spawn(process.execPath, [...startFlags(), 'dist/server.mjs'], {
      cwd: root,
      env: { NODE_ENV: 'production', PATH, HOME, LOG_LEVEL: 'warn', ...this.#variables, PORT: String(this.#port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const keep = (chunk: Buffer) => (this.#output = (this.#output + chunk.toString()).slice(-20_000))
    this.#child.stdout?.on('data', keep)
    this.#child.stderr?.on('data', keep)
  }

  /** Waits until its readiness is 200. */
  async ready(): Promise<void> {
    for (const end = performance.now() + START_MS; performance.now() < end; await pause(25)) {
      if (!this.runs) throw new Error(`a process of the service ended:\n${this.#output}`)
      this.#port ||= Number(/^Serving at .*:(\d+)$/m.exec(this.#output)?.[1] ?? 0)
      if (this.#port === 0) continue
      const response = await fetch(`${this.origin}/api/health/ready`).catch(() => null)
      await response?.arrayBuffer().catch(() => null)
      if (response?.ok) return
    }
    throw new Error(`a process of the service is not ready:\n${this.#output}`)
  }

  /** Sends a signal and waits for its end. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const child = this.#child
    if (!child || !this.runs) return child?.exitCode ?? null
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
    return child.exitCode
  }

  /** Resident memory in megabytes. */
  get rss(): number {
    const status = readFileSync(`/proc/${this.pid}/status`, 'utf8')
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
  }
}

/** What `npm start` gives to Node: the sizes of its memory. */
function startFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }
  return scripts.start.split(' ').filter((word) => word.startsWith('--'))
}

/** Processes that a process started, by a word in their command line. */
export function childrenOf(parent: number, word: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => isChild(name, parent, word))
    .map(Number)
}

function isChild(pid: string, parent: number, word: string): boolean {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    if (Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) !== parent) return false
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word)
  } catch {
    return false // it ended meanwhile
  }
}
