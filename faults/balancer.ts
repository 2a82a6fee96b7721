import { Agent, createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pause } from './load'
import type { ServiceProcess } from './service-process'

const ASK_EVERY_MS = 200

/**
 * A reverse proxy as people run them: it keeps connections open, asks every process whether it is ready, and sends
 * requests to those that were when it last asked. It never sends a request twice.
 */
export class Balancer {
  readonly #services: readonly ServiceProcess[]
  readonly #agent = new Agent({ keepAlive: true, maxSockets: Infinity })
  readonly #server: Server
  #ready: ServiceProcess[] = []
  #open = true
  #turn = 0

  private constructor(services: readonly ServiceProcess[]) {
    this.#services = services
    this.#server = createServer((message, answer) => this.#pass(message, answer))
  }

  static async start(services: readonly ServiceProcess[]): Promise<Balancer> {
    const balancer = new Balancer(services)
    await balancer.#ask()
    await new Promise<void>((resolve) => balancer.#server.listen(0, '127.0.0.1', resolve))
    void balancer.#keepAsking()
    return balancer
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Waits until it has seen that a process is ready, or that it is not. */
  async sees(service: ServiceProcess, ready: boolean): Promise<void> {
    while (this.#ready.includes(service) !== ready) await pause(20)
  }

  stop(): void {
    this.#open = false
    this.#agent.destroy()
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #keepAsking(): Promise<void> {
    for (; this.#open; await pause(ASK_EVERY_MS)) await this.#ask()
  }

  async #ask(): Promise<void> {
    const answers = await Promise.all(
      this.#services.map((service) =>
        fetch(`${service.origin}/api/health/ready`).then(
          (response) => response.arrayBuffer().then(() => response.ok),
          () => false,
        ),
      ),
    )
    this.#ready = this.#services.filter((_, index) => answers[index])
  }

  #pass(message: IncomingMessage, answer: ServerResponse): void {
    const service = this.#ready[this.#turn++ % this.#ready.length]
    if (!service) return void answer.writeHead(502).end()
    const { method, url, headers } = message
    const sent = request(new URL(url ?? '/', service.origin), { method, headers, agent: this.#agent }, (response) => {
      const { connection: _, 'keep-alive': __, ...rest } = response.headers
      answer.writeHead(response.statusCode ?? 502, rest)
      response.pipe(answer)
    })
    sent.on('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()))
    message.pipe(sent)
  }
}
