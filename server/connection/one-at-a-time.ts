import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { holdReading } from './hold-reading'

/** The requests that may wait behind another on one connection, and on all of them. */
const MOST_WAITING = 512
const MOST_WAITING_OF_ALL = 8192
/** With more than these nothing further is read; before that it is, since a connection that is not read closes unnoticed. */
const READ_ON = 64

/** A request with the answer that Node made for it, waiting for those before it. */
interface Exchange {
  message: IncomingMessage
  answer: ServerResponse
  /** Lets the connection be read again, where it is held. */
  release: (() => void) | null
}

/** What begins to work on a request; it does not throw. */
type Begin = (message: IncomingMessage, answer: ServerResponse) => void

/**
 * Works on one request of each connection at a time. Node announces whatever stands in a packet at once (pipelining): of
 * sixty requests each would take a place, and answers that are not at the head of their connection never close, so that
 * their places would never be given back. Here the next is begun when the answer before it is out, and of more
 * than a few nothing is read meanwhile.
 */
export class OneAtATime {
  readonly #begin: Begin
  /** What waits on each connection that has a request under way. */
  readonly #lines = new WeakMap<Socket, Exchange[]>()
  /** The connections on which some have waited: of each it is noticed once that it closes, however often some wait. */
  readonly #noticed = new WeakSet<Socket>()
  #waiting = 0

  constructor(begin: Begin) {
    this.#begin = begin
  }

  /** Begins a request, or has it wait for those before it; a connection with far too many is ended. */
  take(message: IncomingMessage, answer: ServerResponse): void {
    const { socket } = message
    const line = this.#lines.get(socket)
    if (!line) {
      this.#lines.set(socket, [])
      this.#start(message, answer)
      return
    }
    if (line.length >= MOST_WAITING || this.#waiting >= MOST_WAITING_OF_ALL) {
      endLine(line, message)
      return
    }
    this.#notice(socket)
    line.push({ message, answer, release: line.length < READ_ON ? null : holdReading(socket) })
    this.#waiting += 1
  }

  #notice(socket: Socket): void {
    if (this.#noticed.has(socket)) return
    this.#noticed.add(socket)
    socket.once('close', () => (this.#waiting -= this.#lines.get(socket)?.splice(0).length ?? 0))
  }

  #start(message: IncomingMessage, answer: ServerResponse): void {
    // A turn of the event loop lies between two: a train of quick answers must not keep it from others.
    answer.once('close', () => setImmediate(() => this.#next(message.socket)))
    this.#begin(message, answer)
  }

  #next(socket: Socket): void {
    const next = this.#lines.get(socket)?.shift()
    if (!next) {
      this.#lines.delete(socket)
      return
    }
    this.#waiting -= 1
    next.release?.()
    this.#start(next.message, next.answer)
  }
}

/** Ends a connection. Each request is ended first: Node would make an error with a stack trace for each. */
function endLine(line: readonly Exchange[], last: IncomingMessage): void {
  for (const { message } of line) message.destroy()
  last.destroy()
  last.socket.destroy()
}
