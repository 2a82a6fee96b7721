import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { connect, createServer, type Server } from 'node:net'

/** Whether this machine has a redis-server to test against. */
export const hasRedisServer = spawnSync('redis-server', ['--version']).status === 0

/**
 * On loopback, but not where suites that run beside listen on any port that is free: one of those would take the port
 * between looking for it and starting, or while a killed server is away.
 */
const HOST = '127.0.0.3'

/** A real Redis of a test's own, in memory only, on a port that was free. */
export class RedisTestServer {
  private process: ChildProcess | undefined

  private constructor(readonly port: number) {}

  static async start(): Promise<RedisTestServer> {
    const server = new RedisTestServer(await freePort())
    await server.restart()
    return server
  }

  get url(): string {
    return `redis://${HOST}:${this.port}`
  }

  /** Starts it, again on the same port, and waits until it answers. */
  async restart(): Promise<void> {
    const options = ['--port', String(this.port), '--bind', HOST, '--save', '', '--appendonly', 'no']
    this.process = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'inherit'], cwd: '/tmp' })
    const { stdout } = this.process
    await new Promise<void>((resolve, reject) => {
      this.process?.once('exit', () => reject(new Error('redis-server did not start')))
      stdout?.on('data', (text: Buffer) => text.includes('Ready to accept connections') && resolve())
    })
  }

  /** Sends a signal: SIGSTOP lets it hang, SIGCONT wakes it. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    this.process?.kill(name)
  }

  /** Ends it without ceremony and waits until it is gone. */
  async kill(): Promise<void> {
    const child = this.process
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
  }

  /** Sends one command on a connection of its own and returns the first line of the reply. */
  command(line: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(this.port, HOST, () => socket.write(`${line}\r\n`))
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk.toString()
        if (text.endsWith('\r\n')) socket.end()
      })
      socket.once('close', () => resolve(text.trim()))
      socket.once('error', reject)
    })
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** Stands between a client and a Redis, and holds every answer back for as long as `delay` says. */
export async function slowProxy(
  target: number,
  delay: { milliseconds: number },
): Promise<{ server: Server; port: number }> {
  const server = createServer((client) => {
    const upstream = connect(target, HOST)
    client.pipe(upstream)
    upstream.on('data', (chunk) => setTimeout(() => client.writable && client.write(chunk), delay.milliseconds))
    for (const socket of [client, upstream]) {
      socket.on('error', () => undefined)
      socket.on('close', () => [client, upstream].forEach((one) => one.destroy()))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, port: (server.address() as { port: number }).port }
}
