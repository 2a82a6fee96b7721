import { connect, type Socket } from 'node:net'
import { pause } from '../load'
import type { AttackOrder } from './siege-order'

/** Between two attempts of one connection that is refused or ended, in milliseconds. */
const AGAIN_MS = 10

/** The ways in which somebody can use connections against a service; each goes on until the time is over. */
export class Besieger {
  readonly order: AttackOrder
  readonly #until: number
  readonly #open = new Set<Socket>()

  constructor(order: AttackOrder) {
    this.order = order
    this.#until = performance.now() + order.seconds * 1000
  }

  get isOver(): boolean {
    return performance.now() >= this.#until
  }

  /** Does nothing. */
  async wait(): Promise<void> {
    await pause(this.order.seconds * 1000)
  }

  /** Sends something and then nothing more, or a little again and again; whoever is cut off comes again. */
  async hold(text: string | Buffer, drip?: { text: string; everyMs: number }): Promise<void> {
    await this.#each(async (socket) => {
      socket.write(text)
      const timer = drip && setInterval(() => socket.writable && socket.write(drip.text), drip.everyMs)
      await closed(socket)
      clearInterval(timer)
    })
  }

  /** Sends requests one after the other, each as soon as something of the answer to the one before came. */
  async flood(request: (turn: number) => string | Buffer, addresses = 1): Promise<void> {
    let turn = 0
    await this.#each(async (socket) => {
      socket.on('data', () => socket.writable && !this.isOver && socket.write(request(turn++)))
      socket.write(request(turn++))
      await closed(socket)
    }, addresses)
  }

  /** Sends something and breaks the connection off: at once, or when something of the answer came. */
  async breakOff(text: string | Buffer, when: 'sent' | 'answered', how: 'end' | 'reset' = 'reset'): Promise<void> {
    await this.#each(async (socket) => {
      await new Promise<void>((written) => socket.write(text, () => written()))
      if (when === 'answered') await new Promise((resolve) => socket.once('data', resolve).once('close', resolve))
      if (how === 'reset') socket.resetAndDestroy()
      else socket.destroy()
    })
  }

  /** Sends something and never reads the answer. */
  async leaveUnread(text: string): Promise<void> {
    await this.#each(async (socket) => {
      socket.pause()
      socket.write(text)
      await closed(socket)
    })
  }

  /** Gives every connection to `act`, and opens it again when that is done. */
  async #each(act: (socket: Socket) => Promise<void>, addresses = 1): Promise<void> {
    const { connections, seconds } = this.order
    const end = setTimeout(() => this.#open.forEach((socket) => socket.destroy()), seconds * 1000)
    const one = async (number: number) => {
      for (; !this.isOver; await pause(AGAIN_MS)) {
        const socket = await this.#connect(number % addresses)
        if (socket) await act(socket)
        socket?.destroy()
      }
    }
    await Promise.all(Array.from({ length: connections }, (_, number) => one(number)))
    clearTimeout(end)
  }

  #connect(address: number): Promise<Socket | null> {
    const [a, b, c, d] = this.order.address.split('.').map(Number)
    const localAddress = `${a}.${b}.${c}.${(d ?? 0) + address}`
    return new Promise((resolve) => {
      const socket = connect({ host: '127.0.0.1', port: this.order.port, localAddress })
      this.#open.add(socket)
      socket.once('close', () => this.#open.delete(socket))
      socket.on('error', () => resolve(null))
      socket.once('connect', () => resolve(socket.resume()))
    })
  }
}

function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => (socket.destroyed ? resolve() : socket.once('close', () => resolve())))
}
