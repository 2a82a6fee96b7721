import { createServer, connect, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { FrontendMessages } from '@/test/frontend-messages'

/** Loopback where no suite listens on any free port: one that runs beside would take a port while the door is shut. */
export const PROXY_HOST = '127.0.0.2'

/** What becomes of the next statement of a name: `lost` before the server sees it, `unconfirmed` after, `held` for ever. */
export type Fate = 'lost' | 'unconfirmed' | 'held'

interface Pair {
  client: Socket
  server: Socket
}

/**
 * A TCP door before a PostgreSQL's socket that a test can shut, block, slow down and listen at. It counts the prepared
 * statements that are run through it, by name: what a request costs is seen on the wire and nowhere else.
 */
export class DatabaseProxy {
  readonly #path: string
  readonly #pairs = new Set<Pair>()
  readonly #fates = new Map<string, Fate>()
  #server: Server | undefined
  #port = 0
  #blocked = false
  #delayMs = 0
  /** How often each prepared statement was run. */
  readonly runs = new Map<string, number>()

  /** @param path of the socket of the server behind */
  constructor(path: string) {
    this.#path = path
  }

  get port(): number {
    return this.#port
  }

  get connections(): number {
    return this.#pairs.size
  }

  /** Opens the door, at the port that it had before. */
  async open(): Promise<void> {
    this.#blocked = false
    this.#delayMs = 0
    this.#fates.clear()
    for (const { client, server } of this.#pairs) {
      client.resume()
      server.resume()
    }
    if (this.#server) return
    const server = createServer((client) => this.#accept(client))
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(this.#port, PROXY_HOST, resolve)
    })
    this.#server = server
    this.#port = (server.address() as AddressInfo).port
  }

  /** Refuses every connection, and cuts those that there are. */
  async refuse(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    const closed = new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))
    this.cut()
    await closed
  }

  /** Cuts every connection; new ones are let in. */
  cut(): void {
    for (const pair of this.#pairs) this.#drop(pair)
  }

  /** From now on nothing passes in either direction; connections are accepted all the same. */
  block(): void {
    this.#blocked = true
    for (const { client, server } of this.#pairs) {
      client.pause()
      server.pause()
    }
  }

  /** Every answer of the server comes later by this. */
  delay(milliseconds: number): void {
    this.#delayMs = milliseconds
  }

  /** Decides on the next run of a prepared statement. */
  next(statement: string, fate: Fate): void {
    this.#fates.set(statement, fate)
  }

  #accept(client: Socket): void {
    const server = connect(this.#path)
    const pair = { client, server }
    this.#pairs.add(pair)
    const messages = new FrontendMessages((name) => this.#onRun(pair, name))
    let lost = false
    client.on('data', (chunk) => {
      lost ||= messages.read(chunk).some((fate) => fate === 'lost')
      if (lost) this.#drop(pair)
      else server.write(chunk)
    })
    server.on('data', (chunk) => {
      if (this.#delayMs === 0) client.write(chunk)
      else setTimeout(() => client.write(chunk), this.#delayMs)
    })
    for (const socket of [client, server]) {
      socket.on('error', () => this.#drop(pair))
      socket.on('close', () => this.#drop(pair))
      if (this.#blocked) socket.pause()
    }
  }

  #onRun(pair: Pair, name: string): Fate | undefined {
    this.runs.set(name, (this.runs.get(name) ?? 0) + 1)
    const fate = this.#fates.get(name)
    this.#fates.delete(name)
    if (fate === undefined || fate === 'lost') return fate
    pair.server.removeAllListeners('data')
    // Its answer means that it was done; nobody learns of it.
    pair.server.on('data', () => fate === 'unconfirmed' && this.#drop(pair))
    return fate
  }

  #drop(pair: Pair): void {
    this.#pairs.delete(pair)
    pair.client.destroy()
    pair.server.destroy()
  }
}
