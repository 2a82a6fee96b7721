import { chmod, lstat, mkdir, rm, stat } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { MOST_MESSAGE_BYTES, signerMessageShape } from '@/lib/contract/signer'
import { ServiceError } from '@/lib/errors'
import { log } from '@/lib/log'
import { readFrames, writeFrame } from '@/lib/store/signer/frames'
import { answerAsk, type SignerState } from './answer-ask'
import { AsksInTurns } from './asks-in-turns'
import type { SignerClientRole } from './handed-labels'

/** While the processes of a role have more asks or bytes of them unanswered, none of theirs is read on. */
const MOST_UNANSWERED = 256
const MOST_UNANSWERED_BYTES = 16 * MOST_MESSAGE_BYTES
/** Of a message of the public side: twice what its longest, a status list of 131,072 places, takes. */
const MOST_PUBLIC_BYTES = MOST_MESSAGE_BYTES / 4
/** Of processes, which have one each: who opens more, or never closes one, takes the place of whoever has asked nothing for longest. */
const MOST_CONNECTIONS = 64
const SOCKET_NAME = 'signer.sock'

/**
 * Listens for the processes of one role, on a socket that its owner and its folder's group alone can open.
 * @param folder of all sockets; the role's is made in it, closed to others, unless it is there with a group of its own
 * @returns ends it: what was asked is answered first
 * @throws ServiceError when another signer answers there
 */
export async function listenForAsks(
  folder: string,
  role: SignerClientRole,
  state: SignerState,
): Promise<() => Promise<void>> {
  const place = join(folder, role)
  await mkdir(place, { recursive: true, mode: 0o700 })
  await requireOwnFolder(place)
  const path = join(place, SOCKET_NAME)
  await removeStale(path)
  const open = new Set<Connection>()
  const load = new Load(open)
  const turns = role === 'public' ? new AsksInTurns() : null
  const server = createServer((socket) => {
    if (open.size >= MOST_CONNECTIONS && !endLongestIdle(open)) return socket.destroy()
    const connection = new Connection(socket, role, state, load, turns)
    open.add(connection)
    socket.on('close', () => {
      open.delete(connection)
      load.settle()
    })
  })
  await listen(server, path)
  await chmod(path, 0o660)
  return async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    await Promise.all([...open].map((connection) => connection.end()))
    await closed
  }
}

/** @returns false when all of them wait for an answer */
function endLongestIdle(open: Set<Connection>): boolean {
  const [longest] = [...open].filter(({ isIdle }) => isIdle).sort((a, b) => a.askedAt - b.askedAt)
  if (!longest) return false
  open.delete(longest)
  longest.drop()
  return true
}

/**
 * In a folder that others may write to, or that a link leads to, somebody else could answer in our place.
 * @throws ServiceError saying so
 */
async function requireOwnFolder(place: string): Promise<void> {
  const found = await lstat(place)
  const { uid, mode } = found
  if (found.isDirectory() && uid === process.getuid?.() && (mode & 0o022) === 0) return
  throw new ServiceError(
    'unavailable',
    `${place} must be a folder of the signer’s own, which nobody else may write to.`,
  )
}

/** Nobody reaches a socket before its mode is set. */
async function listen(server: Server, path: string): Promise<void> {
  const before = process.umask(0o177)
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve))
  } finally {
    process.umask(before)
  }
}

/** A signer that was killed leaves its socket behind. */
async function removeStale(path: string): Promise<void> {
  const there = await stat(path).catch(() => null)
  if (!there) return
  const answers = await new Promise<boolean>((resolve) => {
    const socket = connect(path, () => resolve(true))
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy())
  })
  if (answers) throw new ServiceError('unavailable', `Another signer answers at ${path}.`)
  await rm(path, { force: true })
}

/** What a role's processes have asked and not been answered, all connections together: others' asks wait behind no more. */
class Load {
  #asks = 0
  #bytes = 0

  constructor(private readonly connections: ReadonlySet<Connection>) {}

  get isFull(): boolean {
    return this.#asks >= MOST_UNANSWERED || this.#bytes >= MOST_UNANSWERED_BYTES
  }

  begin(bytes: number): void {
    this.#asks += 1
    this.#bytes += bytes
    if (this.isFull) this.settle()
  }

  end(bytes: number): void {
    const was = this.isFull
    this.#asks -= 1
    this.#bytes -= bytes
    if (was && !this.isFull) this.settle()
  }

  /** Reads on where there is room, and nowhere else. */
  settle(): void {
    for (const connection of this.connections) connection.readOnIf(!this.isFull)
  }
}

/** One process that asks. */
class Connection {
  /** When the last whole message came, or it was opened: half of a message is none. */
  askedAt = performance.now()
  #unanswered = 0
  #ending: (() => void) | null = null

  constructor(
    private readonly socket: Socket,
    private readonly role: SignerClientRole,
    private readonly state: SignerState,
    private readonly load: Load,
    /** Where this role's asks wait for the other's; null for the role that waits for nobody. */
    private readonly turns: AsksInTurns | null,
  ) {
    socket.on('error', () => socket.destroy())
    socket.on('drain', () => this.readOnIf(!load.isFull))
    readFrames(
      socket,
      (message, bytes) => void this.#answer(message, bytes),
      () => socket.destroy(),
    )
  }

  get isIdle(): boolean {
    return this.#unanswered === 0
  }

  /** One that does not read its answers is not read either. */
  readOnIf(hasRoom: boolean): void {
    if (hasRoom && this.socket.writableLength < MOST_MESSAGE_BYTES) this.socket.resume()
    else this.socket.pause()
  }

  /** Ends it at once: what it was told and has not read is lost. */
  drop(): void {
    this.socket.destroy()
  }

  /** Answers what was asked, and ends it. */
  async end(): Promise<void> {
    if (this.#unanswered > 0) await new Promise<void>((resolve) => (this.#ending = resolve))
    this.socket.end()
    this.socket.destroySoon()
  }

  async #answer(message: unknown, bytes: number): Promise<void> {
    this.askedAt = performance.now()
    const isTooLong = this.turns !== null && bytes > MOST_PUBLIC_BYTES
    const parsed = isTooLong ? null : signerMessageShape.safeParse(message)
    if (!parsed?.success) {
      log.warn({ role: this.role }, 'a message to the signer is malformed')
      refuse(this.socket, message)
      return this.readOnIf(!this.load.isFull)
    }
    const { id, what } = parsed.data
    this.#unanswered += 1
    this.load.begin(bytes)
    await this.turns?.turn(bytes)
    const answer = await answerAsk(what, this.role, this.state).then(
      (value) => ({ id, answer: value }),
      (error: unknown) => refusal(id, error, what.ask, this.role),
    )
    if (!this.socket.destroyed) writeFrame(this.socket, answer)
    this.#unanswered -= 1
    this.load.end(bytes)
    this.readOnIf(!this.load.isFull)
    if (this.#unanswered === 0) this.#ending?.()
  }
}

function refusal(id: number, error: unknown, ask: string, role: SignerClientRole) {
  const isOwn = error instanceof ServiceError
  if (!isOwn || error.code !== 'unavailable') log.warn({ err: error, ask, role }, 'the signer refused')
  const refused = isOwn && error.code === 'malformed' ? ('malformed' as const) : ('unavailable' as const)
  return { id, refused, message: isOwn ? error.message : 'The signer could not answer.' }
}

/** What has a number is answered; what has none belongs to nobody. */
function refuse(socket: Socket, message: unknown): void {
  const { id } = typeof message === 'object' && message !== null ? (message as { id?: unknown }) : {}
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 0) socket.destroy()
  else writeFrame(socket, { id, refused: 'malformed', message: 'The signer refuses: the message is malformed.' })
}
