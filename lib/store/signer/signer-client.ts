import { connect, type Socket } from 'node:net'
import type { z } from 'zod'
import { type SignerAsk, signerAnswerShape } from '@/lib/contract/signer'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { readFrames, writeFrame } from './frames'

/**
 * So long may the signer be silent while somebody waits; whoever waits holds locks in the database. Not so long for each ask: a hundred
 * certificates are asked for at once, and a slow machine that works them off one by one is no signer that is away.
 */
const SILENCE_MS = 5000
/** The most that one ask waits while others are answered. */
const LONGEST_MS = 30_000

interface Waiting {
  resolve: (answer: unknown) => void
  reject: (error: ServiceError) => void
  timer: NodeJS.Timeout
}

/** One connection to the signer, shared by everything in this process; made again where it was lost. */
class SignerClient {
  #socket: Socket | null = null
  #next = 0
  #silence: NodeJS.Timeout | undefined
  readonly #waiting = new Map<number, Waiting>()

  constructor(private readonly path: string) {}

  /**
   * Asks for one thing.
   * @throws ServiceError `unavailable` when the signer cannot be reached or does not answer in time: whatever was to be
   *   signed is not; or its refusal
   */
  async ask(what: SignerAsk): Promise<unknown> {
    const socket = (this.#socket ??= this.#open())
    const id = (this.#next = (this.#next + 1) % Number.MAX_SAFE_INTEGER)
    return new Promise((resolve, reject) => {
      const late = () => this.#lose(socket, new Error('no answer in time'))
      const timer = setTimeout(late, LONGEST_MS)
      if (this.#waiting.size === 0) this.#silence = setTimeout(late, SILENCE_MS)
      this.#waiting.set(id, { resolve, reject, timer })
      socket.ref()
      if (!writeFrame(socket, { id, what })) this.#settle(id)?.reject(signerAway(new Error('the message is too long')))
    })
  }

  /** Ends the connection. */
  close(): void {
    if (this.#socket) this.#lose(this.#socket, new Error('closed'))
  }

  #open(): Socket {
    const socket = connect(this.path)
    socket.on('error', (error) => this.#lose(socket, error))
    socket.on('close', () => this.#lose(socket, new Error('the connection ended')))
    readFrames(
      socket,
      (message) => this.#take(message),
      (fault) => this.#lose(socket, fault),
    )
    return socket
  }

  #take(message: unknown): void {
    const parsed = signerAnswerShape.parse(message)
    this.#silence?.refresh()
    const waiting = this.#settle(parsed.id)
    if ('answer' in parsed) waiting?.resolve(parsed.answer)
    // Nothing that a caller sent is at fault: this process asked for what it must not.
    else waiting?.reject(new ServiceError('unavailable', parsed.message))
  }

  #settle(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    clearTimeout(waiting?.timer)
    if (this.#waiting.size > 0) return waiting
    clearTimeout(this.#silence)
    // An idle connection keeps no process alive.
    this.#socket?.unref()
    return waiting
  }

  /** Whatever waits on a connection that is lost is not signed: the answers could belong to nobody. */
  #lose(socket: Socket, cause: Error): void {
    socket.destroy()
    if (this.#socket !== socket) return
    this.#socket = null
    for (const id of [...this.#waiting.keys()]) this.#settle(id)?.reject(signerAway(cause))
  }
}

/** What is said where the signer cannot be reached, or answers what is of no use. */
export function signerAway(cause: Error): ServiceError {
  const sentence = 'The signer does not answer. Nothing can be signed just now.'
  return new ServiceError('unavailable', sentence, { cause, retryAfterSeconds: 5 })
}

/** Shared by every copy of this module, as the configuration is. */
const holder = globalThis as typeof globalThis & {
  certificateSignerClient?: { path: string; client: SignerClient } | undefined
}

/**
 * Asks the signer of SIGNER_SOCKET for one thing.
 * @param shape of the answer
 * @throws ServiceError `unavailable` without an answer, and where the signer refuses
 */
export async function askSigner<Shape extends z.ZodType>(what: SignerAsk, shape: Shape): Promise<z.output<Shape>> {
  const path = env().SIGNER_SOCKET ?? ''
  if (holder.certificateSignerClient?.path !== path) {
    closeSigner()
    holder.certificateSignerClient = { path, client: new SignerClient(path) }
  }
  const answer = shape.safeParse(await holder.certificateSignerClient.client.ask(what))
  if (!answer.success) throw signerAway(new Error('the signer answered something else than was asked for'))
  return answer.data
}

/** Ends the connection to the signer, if there is one. */
export function closeSigner(): void {
  holder.certificateSignerClient?.client.close()
  holder.certificateSignerClient = undefined
}
