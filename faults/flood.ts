/**
 * A flood of requests, as a process of its own: `node --import tsx faults/flood.ts JSON`. It sends at a fixed rate whatever
 * is answered, as a crowd does, over connections that are kept; prints what came back as one line of JSON.
 */
import { connect, type Socket } from 'node:net'

/** What is sent; `rate` in requests a second, null for as fast as the connections answer. */
export interface FloodOrder {
  port: number
  rate: number | null
  seconds: number
  connections: number
  paths: string[]
}

/** What came back; latencies in milliseconds, from the moment at which a request was due. */
export interface FloodResult {
  /** Requests that were due and found no free connection. */
  unsent: number
  byStatus: Record<string, number>
  /** Answers a second with status 200. */
  goodput: number
  goodP50: number
  goodP99: number
  refusedP99: number
  withoutRetryAfter: number
}

const TICK_MS = 5
const { port, rate, seconds, connections, paths } = JSON.parse(process.argv[2] ?? '{}') as FloodOrder

let sent = 0
let unsent = 0
let withoutRetryAfter = 0
const byStatus: Record<string, number> = {}
const latencies = { good: [] as number[], refused: [] as number[] }
const free: Client[] = []
const until = performance.now() + seconds * 1000

class Client {
  #socket: Socket | undefined
  #due = 0
  #head = ''
  #left = -1

  constructor() {
    this.#open()
  }

  send(due: number): void {
    this.#due = due
    const address = `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`
    const path = paths[sent++ % paths.length]
    this.#socket?.write(`GET ${path} HTTP/1.1\r\nhost: verify.faults.test\r\nx-forwarded-for: ${address}\r\n\r\n`)
  }

  #open(): void {
    const socket = (this.#socket = connect(port, '127.0.0.1'))
    socket.setNoDelay(true)
    socket.on('connect', () => this.#rest())
    socket.on('data', (chunk: Buffer) => this.#read(chunk))
    socket.on('error', () => count('cut'))
    socket.on('close', () => performance.now() < until && this.#open())
  }

  #read(chunk: Buffer): void {
    if (this.#left < 0) {
      this.#head += chunk.toString('latin1')
      const end = this.#head.indexOf('\r\n\r\n')
      if (end < 0) return
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(this.#head)?.[1] ?? 0)
      this.#left = length - (this.#head.length - end - 4)
    } else this.#left -= chunk.length
    if (this.#left > 0) return
    this.#note()
    this.#head = ''
    this.#left = -1
    this.#rest()
  }

  #note(): void {
    const status = this.#head.slice(9, 12)
    const took = performance.now() - this.#due
    count(status)
    if (status === '200') latencies.good.push(took)
    else latencies.refused.push(took)
    if (status === '503' && !/\r\nretry-after: \d/i.test(this.#head)) withoutRetryAfter += 1
  }

  #rest(): void {
    if (rate === null && performance.now() < until) this.send(performance.now())
    else free.push(this)
  }
}

function count(status: string): void {
  byStatus[status] = (byStatus[status] ?? 0) + 1
}

function quantile(values: number[], part: number): number {
  const sorted = values.sort((a, b) => a - b)
  return Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? 0)
}

for (let made = 0; made < connections; made++) new Client()
const started = performance.now()
let due = 0
const timer = setInterval(() => {
  if (rate === null) return
  for (const now = performance.now(); due < ((now - started) / 1000) * rate; due++) {
    const client = free.pop()
    if (client) client.send(now)
    else unsent += 1
  }
}, TICK_MS)
setTimeout(() => {
  clearInterval(timer)
  const result: FloodResult = {
    unsent,
    byStatus: { ...byStatus },
    goodput: Math.round(latencies.good.length / seconds),
    goodP50: quantile(latencies.good, 0.5),
    goodP99: quantile(latencies.good, 0.99),
    refusedP99: quantile(latencies.refused, 0.99),
    withoutRetryAfter,
  }
  process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0))
}, seconds * 1000)
