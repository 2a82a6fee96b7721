import { Agent, request } from 'node:http'
import { newAddress } from '@/test/verify-requests'
import type { Answer, RawAnswer } from './answer'
import type { Known, Ledger } from './ledger'
import { type Operation, OPERATIONS } from './operations'

/** A request that is not answered after this time never will be: longer than anything the service waits for. */
const PATIENCE_MS = 60_000
/** Between an answer and the next request, so that refusals do not turn into a race. */
const PAUSE_MS = 2

export interface LoadOptions {
  /** Where to send requests, in turn. */
  origins: () => readonly string[]
  ledger: Ledger
  /** API keys for lookups, used in turn. */
  keys: readonly string[]
}

/** Requests of many clients at once, each answer read and recorded. */
export class Load {
  readonly answers: Answer[] = []
  readonly #options: LoadOptions
  readonly #agent = new Agent({ keepAlive: true, maxSockets: Infinity })
  readonly #waiting = new Set<{ since: number; resolve: (at: number) => void }>()
  #clients: Promise<void>[] = []
  #running = false
  #turn = 0

  constructor(options: LoadOptions) {
    this.#options = options
  }

  /** Begins: so many clients, each asking again as soon as it is answered. */
  start(clients: number): void {
    this.#running = true
    this.#clients.push(...Array.from({ length: clients }, () => this.#client()))
  }

  /** Ends it; what is under way is still recorded. */
  async stop(): Promise<void> {
    this.#running = false
    await Promise.all(this.#clients)
    this.#clients = []
    this.#agent.destroy()
  }

  /** The time of the first answer with a verdict whose request was sent after a moment, both on this process's clock. */
  firstVerdict(since: number): Promise<number> {
    return new Promise((resolve) => this.#waiting.add({ since, resolve }))
  }

  /** Resolves once so many more answers came. */
  async more(count: number): Promise<void> {
    const enough = this.answers.length + count
    while (this.#running && this.answers.length < enough) await pause(20)
  }

  /** Resolves once a request was answered with 503. */
  async refused(): Promise<void> {
    for (let seen = this.answers.length; this.#running; seen = this.answers.length) {
      await pause(20)
      if (this.answers.slice(seen).some(({ status }) => status === 503)) return
    }
  }

  /** Asks once and records it. */
  async ask(operation: Operation, known: Known): Promise<Answer> {
    const sentAt = performance.now()
    const { raw, missing } = await this.#send(operation, known)
    const reading = raw ? operation.read(raw, known) : { verdict: null, unspecified: null, receipt: undefined }
    if (reading.receipt) this.#options.ledger.receipts.add(reading.receipt)
    const { verdict, unspecified } = reading
    const common = { operation: operation.name, serial: known.serial, sentAt, doneAt: performance.now() }
    const answer = { ...common, status: raw?.status ?? 0, verdict, unspecified, missing }
    this.answers.push(answer)
    if (verdict !== null && verdict !== 'none') this.#tell(answer)
    return answer
  }

  async #client(): Promise<void> {
    while (this.#running) {
      const { all } = this.#options.ledger
      const known = all[Math.floor(Math.random() * all.length)]
      if (known) await this.ask(pick(), known)
      await pause(PAUSE_MS)
    }
  }

  #tell(answer: Answer): void {
    for (const one of this.#waiting) {
      if (answer.sentAt < one.since) continue
      this.#waiting.delete(one)
      one.resolve(answer.doneAt)
    }
  }

  #send(operation: Operation, known: Known): Promise<{ raw: RawAnswer | null; missing: Answer['missing'] }> {
    const origins = this.#options.origins()
    const origin = origins[this.#turn++ % origins.length]
    if (origin === undefined) return Promise.resolve({ raw: null, missing: 'refused' })
    const { method, path, headers, body } = operation.request(
      known,
      this.#options.keys[this.#turn % this.#options.keys.length] ?? '',
    )
    return new Promise((resolve) => {
      const fail = (error: NodeJS.ErrnoException) =>
        resolve({ raw: null, missing: error.code === 'ECONNREFUSED' ? 'refused' : 'cut' })
      const sent = request(
        new URL(path, origin),
        { method, agent: this.#agent, headers: { ...headers, 'x-forwarded-for': newAddress() }, timeout: PATIENCE_MS },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', fail)
          response.on('end', () => {
            const { statusCode = 0, headers: got, complete } = response
            if (complete)
              resolve({ raw: { status: statusCode, headers: got, body: Buffer.concat(chunks) }, missing: null })
            else fail(new Error('cut'))
          })
        },
      )
      sent.on('error', fail)
      sent.on('timeout', () => sent.destroy(new Error('no answer')))
      sent.end(body)
    })
  }
}

function pick(): Operation {
  let at = Math.random() * OPERATIONS.reduce((sum, { share }) => sum + share, 0)
  for (const operation of OPERATIONS) if ((at -= operation.share) < 0) return operation
  throw new Error('no operation')
}

/** Waits some milliseconds. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
