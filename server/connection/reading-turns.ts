import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { limitKey } from '@/lib/http/limits/address'
import { configuredProxies } from '@/lib/http/request-context'
import { holdReading } from './hold-reading'
import { peerOf } from './peer-of'

/**
 * The requests of one address that Node may announce in one turn of the event loop; after them nothing more of it is
 * read.
 */
const A_TURN = 512
/** Times as long as what it brought took, an address whose connections are held waits for the next: others are let in then. */
const OTHERS = 4
const LONGEST_MS = 1000

/** One address whose connections are held. */
interface HeldAddress {
  /** In the order in which they are read again, with what lets them. */
  waiting: Map<Socket, () => void>
  /** How many are read again in the next turn. */
  next: number
}

/**
 * Bounds what one address can have announced in a turn of the event loop. Node reads 64 kB from each of its connections
 * and announces every request in them before anybody can refuse one: two hundred packets of tiny requests keep a process
 * for seconds. Past a bound all connections of the address are held, and then read one by one, a turn each, while
 * everybody else is read in between.
 */
export class ReadingTurns {
  readonly #sockets = new Map<string, Set<Socket>>()
  readonly #announced = new Map<string, number>()
  readonly #held = new Map<string, HeldAddress>()
  #isNextTurnDue = false
  #begunAt = 0
  #waitMs = 0
  #timer: NodeJS.Timeout | null = null

  /** @param server whose connections take part, where they are let in; those of trusted proxies are many people's */
  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      if (socket.destroyed) return
      const peer = peerOf(socket)
      if (!configuredProxies().has(peer)) this.#join(limitKey(peer), socket)
    })
  }

  /** Notes a request that Node announced on a connection, or as much work of a body. */
  announced(socket: Socket): void {
    const address = limitKey(peerOf(socket))
    const sockets = this.#sockets.get(address)
    if (!sockets) return
    const count = (this.#announced.get(address) ?? 0) + 1
    this.#announced.set(address, count)
    this.#awaitNextTurn()
    if (count === A_TURN) this.#hold(address, sockets)
  }

  #join(address: string, socket: Socket): void {
    const sockets = this.#sockets.get(address) ?? new Set()
    this.#sockets.set(address, sockets.add(socket))
    const held = this.#held.get(address)
    if (held) held.waiting.set(socket, holdReading(socket))
    socket.once('close', () => {
      sockets.delete(socket)
      this.#held.get(address)?.waiting.delete(socket)
      if (sockets.size === 0) this.#sockets.delete(address)
    })
  }

  #hold(address: string, sockets: ReadonlySet<Socket>): void {
    const held = this.#held.get(address) ?? { waiting: new Map<Socket, () => void>(), next: 1 }
    held.next = 1
    this.#held.set(address, held)
    for (const socket of sockets) if (!held.waiting.has(socket)) held.waiting.set(socket, holdReading(socket))
  }

  #awaitNextTurn(): void {
    if (this.#isNextTurnDue) return
    this.#isNextTurnDue = true
    this.#begunAt = performance.now()
    setImmediate(() => this.#endTurn())
  }

  /** Everybody is counted anew in each turn, whoever is held meanwhile. */
  #endTurn(): void {
    this.#isNextTurnDue = false
    for (const [address, held] of this.#held) {
      if ((this.#announced.get(address) ?? 0) < A_TURN / 8) continue
      held.next = 1
      this.#waitMs = Math.min(LONGEST_MS, OTHERS * (performance.now() - this.#begunAt))
    }
    this.#announced.clear()
    this.#awaitReading()
  }

  #awaitReading(): void {
    if (this.#held.size > 0) this.#timer ??= setTimeout(() => this.#readOn(), this.#waitMs).unref()
  }

  #readOn(): void {
    this.#timer = null
    for (const [address, held] of this.#held) {
      for (const [socket, release] of [...held.waiting].slice(0, held.next)) {
        held.waiting.delete(socket)
        release()
      }
      // An address that sends little after all has all its connections back within a few turns.
      held.next *= 2
      if (held.waiting.size === 0) this.#held.delete(address)
    }
    this.#awaitReading()
  }
}
