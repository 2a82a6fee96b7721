import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { limitKey } from '@/lib/http/limits/address'
import { configuredProxies } from '@/lib/http/request-context'
import { peerOf } from './peer-of'

/** The connections that one address may hold: it may be a whole office. Trusted proxies may hold any number. */
const MOST_OF_ONE = 1024
/** An address with more than these keeps none open after its answer. */
const MANY_OF_ONE = 256
/** Of all together, where files may be open for them. */
const MOST = 16_384
/** Files that the service needs beside its connections: database, uploads, processes. */
const OTHER_FILES = 512
const FEWEST = 256
const SWEEP_EVERY_MS = 1000

export interface ConnectionLimits {
  mostOfOne?: number
  manyOfOne?: number
}

/** Bounds the connections of each address and of all, so that neither memory nor files run out. */
export class Connections {
  readonly #server: Server
  readonly #limits: Required<ConnectionLimits>
  readonly #byAddress = new Map<string, number>()
  #open = 0
  #sweptAt = -Infinity

  constructor(server: Server, { mostOfOne = MOST_OF_ONE, manyOfOne = MANY_OF_ONE }: ConnectionLimits = {}) {
    this.#server = server
    this.#limits = { mostOfOne, manyOfOne }
    server.maxConnections = mostConnections()
    server.on('connection', (socket) => this.#take(socket))
  }

  /** Whether the address of a connection holds so many that none of them should stay open for another request. */
  areMany(socket: Socket): boolean {
    return (this.#byAddress.get(limitKey(peerOf(socket))) ?? 0) > this.#limits.manyOfOne
  }

  #take(socket: Socket): void {
    this.#open += 1
    const peer = peerOf(socket)
    const address = limitKey(peer)
    const isProxy = configuredProxies().has(peer)
    const open = (this.#byAddress.get(address) ?? 0) + (isProxy ? 0 : 1)
    if (open > 0) this.#byAddress.set(address, open)
    socket.once('close', () => this.#leave(address, isProxy))
    if (open > this.#limits.mostOfOne) socket.destroy()
    else if (this.#open > this.#server.maxConnections * 0.9) this.#sweep()
  }

  #leave(address: string, isProxy: boolean): void {
    this.#open -= 1
    if (isProxy) return
    const open = (this.#byAddress.get(address) ?? 1) - 1
    if (open === 0) this.#byAddress.delete(address)
    else this.#byAddress.set(address, open)
  }

  /** Before nobody else gets in, those go that only wait for another request. */
  #sweep(): void {
    if (performance.now() - this.#sweptAt < SWEEP_EVERY_MS) return
    this.#sweptAt = performance.now()
    this.#server.closeIdleConnections()
  }
}

/** What the system lets this process open, where it says so (Linux), leaves room for so many. */
function mostConnections(): number {
  const files = Number(/^Max open files +(\d+)/m.exec(limitsFile())?.[1] ?? MOST + OTHER_FILES)
  return Math.max(FEWEST, Math.min(MOST, files - OTHER_FILES))
}

function limitsFile(): string {
  try {
    return readFileSync('/proc/self/limits', 'latin1')
  } catch {
    return ''
  }
}
