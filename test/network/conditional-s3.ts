import { createServer, request, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

interface Passed {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

/**
 * What S3 services have and the one of the tests lacks: `If-None-Match: *` and `If-Match` on PUT. Stands in front of it, passes signed
 * requests on as they are, and looks before each conditional one, one after the other.
 */
export class ConditionalS3 {
  readonly #server: Server
  /** How many requests there were of each method. */
  readonly asked: string[] = []
  /** Some services know only the first of the two. */
  heedsTags = true
  /** Answers nothing but 503. */
  isAway = false
  #last: Promise<unknown> = Promise.resolve()

  private constructor(readonly behind: string) {
    this.#server = createServer((incoming, outgoing) => void this.#answer(incoming, outgoing))
  }

  /** @param behind origin of the server that stores */
  static async start(behind: string): Promise<ConditionalS3> {
    const conditional = new ConditionalS3(behind)
    await new Promise<void>((resolve) => conditional.#server.listen(0, '127.0.0.1', resolve))
    return conditional
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #answer(...[incoming, outgoing]: Parameters<RequestListener>): Promise<void> {
    this.asked.push(incoming.method ?? '')
    const body = await buffer(incoming)
    if (this.isAway) return void outgoing.writeHead(503).end()
    const { 'if-none-match': none, 'if-match': match } = incoming.headers
    const isConditional = incoming.method === 'PUT' && (none === '*' || (match !== undefined && this.heedsTags))
    const passed = await (isConditional ? this.#inTurn(incoming, body) : this.#pass(incoming, body))
    outgoing.writeHead(passed.status, passed.headers).end(passed.body)
  }

  #inTurn(incoming: IncomingMessage, body: Buffer): Promise<Passed> {
    const turn = this.#last.then(async () => {
      const found = await this.#pass(incoming, Buffer.alloc(0), 'HEAD')
      const { 'if-match': tag } = incoming.headers
      const isRefused = tag === undefined ? found.status === 200 : found.headers.etag !== tag
      return isRefused ? { status: 412, headers: {}, body: Buffer.alloc(0) } : this.#pass(incoming, body)
    })
    this.#last = turn
    return turn
  }

  #pass(incoming: IncomingMessage, body: Buffer, method = incoming.method): Promise<Passed> {
    return new Promise((resolve, reject) => {
      const headers = { ...incoming.headers }
      if (method === 'HEAD')
        for (const name of ['content-length', 'if-none-match', 'if-match', 'authorization']) delete headers[name]
      const call = request(`${this.behind}${incoming.url ?? ''}`, { method, headers }, (answer) => {
        buffer(answer).then(
          (bytes) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: bytes }),
          reject,
        )
      })
      call.on('error', reject)
      call.end(body)
    })
  }
}
