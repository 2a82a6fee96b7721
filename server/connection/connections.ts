import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { limitKey } from '@/lib/http/limits/address'
import { configuredProxies } from '@/lib/http/request-context'
import { peerOf } from './peer-of'

/** The connections that one address may hold: it may be a whole office. Trusted proxies may hold any number. */
const MOST_OF_ONE = 1024
/** Connections that one address may open at once, and then in each second: far more than browsers of an office do. */
const BURST_OF_ONE = 512
const A_SECOND_OF_ONE = 128
/** An address with more than these keeps none open after its answer. */
const MANY_OF_ONE = 256
/** Of all together, where files may be open for them. */
const MOST = 16_384
/** Files that the service needs beside its connections: database, uploads, processes. */
const OTHER_FILES = 512
const FEWEST = 256
const SWEEP_EVERY_MS = 1000
/** Longer than it takes until an address may open a whole burst again. */
const FORGET_EVERY_MS = 5000

export interface ConnectionLimits {
  mostOfOne?: number
  manyOfOne?: number
  burstOfOne?: number
  aSecondOfOne?: number
}

/** What one address holds and opens. */
interface Opener {
  open: number
  /** How many it may open now, as of a moment in milliseconds. */
  allowed: number
  asOf: number
}

/**
 * Bounds the connections of each address and of all, so that neither memory nor files run out. One too many is closed
 * before anything is made for it: Node accepts one after the other, and those that somebody opens and breaks off by the
 * thousand stand in front of everybody else's.
 */
export class Connections {
  readonly #server: Server
  readonly #limits: Required<ConnectionLimits>
  readonly #openers = new Map<string, Opener>()
  #open = 0
  #sweptAt = -Infinity
  #forgotAt = 0

  constructor(
    server: Server,
    {
      mostOfOne = MOST_OF_ONE,
      manyOfOne = MANY_OF_ONE,
      burstOfOne = BURST_OF_ONE,
      aSecondOfOne = A_SECOND_OF_ONE,
    }: ConnectionLimits = {},
  ) {
    this.#server = server
    this.#limits = { mostOfOne, manyOfOne, burstOfOne, aSecondOfOne }
    server.maxConnections = mostConnections()
    const [serve] = server.listeners('connection')
    server.removeAllListeners('connection')
    server.on('connection', (socket) => (this.#take(socket) ? serve?.call(server, socket) : socket.destroy()))
  }

  /** Whether the address of a connection holds so many that none of them should stay open for another request. */
  areMany(socket: Socket): boolean {
    return (this.#openers.get(limitKey(peerOf(socket)))?.open ?? 0) > this.#limits.manyOfOne
  }

  /** @returns false where it is one too many */
  #take(socket: Socket): boolean {
    const peer = peerOf(socket)
    // It was broken off before it was accepted.
    if (peer === '') return false
    this.#open += 1
    socket.once('close', () => (this.#open -= 1))
    if (!configuredProxies().has(peer) && !this.#takeOf(limitKey(peer), socket)) return false
    if (this.#open > this.#server.maxConnections * 0.9) this.#sweep()
    return true
  }

  #takeOf(address: string, socket: Socket): boolean {
    const now = performance.now()
    const opener = this.#openers.get(address) ?? this.#meet(address, now)
    const { burstOfOne, aSecondOfOne } = this.#limits
    opener.allowed = Math.min(burstOfOne, opener.allowed + ((now - opener.asOf) / 1000) * aSecondOfOne)
    opener.asOf = now
    if (opener.open >= this.#limits.mostOfOne || opener.allowed < 1) return false
    opener.allowed -= 1
    opener.open += 1
    socket.once('close', () => (opener.open -= 1))
    return true
  }

  #meet(address: string, now: number): Opener {
    if (now - this.#forgotAt > FORGET_EVERY_MS) this.#forget(now)
    const opener = { open: 0, allowed: this.#limits.burstOfOne, asOf: now }
    this.#openers.set(address, opener)
    return opener
  }

  /** Those go who hold nothing, and may open as many as anybody by now. */
  #forget(now: number): void {
    this.#forgotAt = now
    for (const [address, { open, asOf }] of this.#openers) {
      if (open === 0 && now - asOf > FORGET_EVERY_MS) this.#openers.delete(address)
    }
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
