import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { saidBy } from '@/test/server/said-by'
import { testProgram } from '@/test/test-program'
import { newAddress } from '@/test/verify-requests'

/** What came back for one request; status 0 when nothing did. */
export interface Answer {
  status: number
  body: string
}

/** A process of verify-server.ts or desk-server.ts. */
export class ServerProcess {
  readonly #child: ChildProcess
  readonly #port: number
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 200 })

  private constructor(child: ChildProcess, port: number) {
    this.#child = child
    this.#port = port
  }

  /** Starts one on this database; it believes `x-forwarded-for`. */
  static async start(
    databaseUrl: string,
    program: 'verify-server' | 'desk-server' = 'verify-server',
    variables: Record<string, string> = {},
  ): Promise<ServerProcess> {
    const believed = { TRUSTED_PROXIES: '127.0.0.0/8,::1/128' }
    const env = { ...process.env, ...believed, ...variables, DATABASE_URL: databaseUrl }
    const child = spawn(process.execPath, [testProgram(program)], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    return new ServerProcess(child, Number(await saidBy(child, /^port (\d+)$/)))
  }

  /** Where it listens. */
  get origin(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** Verifies a serial, each time from another address. Never rejects. */
  verify(serial: string): Promise<Answer> {
    return this.get(`/api/public/credentials/verify/${serial}`)
  }

  /** Asks for a path, each time from another address. Never rejects. */
  get(path: string): Promise<Answer> {
    const options = {
      agent: this.#agent,
      host: '127.0.0.1',
      port: this.#port,
      path,
      headers: { 'x-forwarded-for': newAddress() },
    }
    return new Promise((resolve) => {
      const nothing = () => resolve({ status: 0, body: '' })
      const request = get(options, (response) => {
        let body = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => (body += chunk))
        response.on('error', nothing)
        response.on('end', () => resolve({ status: response.complete ? (response.statusCode ?? 0) : 0, body }))
      })
      request.on('error', nothing)
    })
  }

  /** Ends it without a chance to finish anything, as a crash would. */
  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const exit = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await exit
    this.#agent.destroy()
  }
}

/** So many clients at once, each asking again as soon as it is answered, so many times. */
export async function askAsClients(
  clients: number,
  times: number,
  ask: (client: number) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  const client = async (number: number) => {
    for (let asked = 0; asked < times; asked++) answers.push(await ask(number))
  }
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)))
  return answers
}
