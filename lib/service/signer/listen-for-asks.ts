import { chmod, lstat, mkdir, rm, stat } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { signerMessageShape } from '@/lib/contract/signer'
import { ServiceError } from '@/lib/errors'
import { log } from '@/lib/log'
import { readFrames, writeFrame } from '@/lib/store/signer/frames'
import { answerAsk, type SignerState } from './answer-ask'
import type { SignerClientRole } from './handed-labels'

/** A connection with more asks than this unanswered is not read on until some are. */
const MOST_UNANSWERED = 256
/** Of processes, which have one each. */
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
  const server = createServer((socket) => {
    const connection = new Connection(socket, role, state)
    open.add(connection)
    socket.on('close', () => open.delete(connection))
  })
  server.maxConnections = MOST_CONNECTIONS
  await listen(server, path)
  await chmod(path, 0o660)
  return async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    await Promise.all([...open].map((connection) => connection.end()))
    await closed
  }
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

/** One process that asks. */
class Connection {
  #unanswered = 0
  #ending: (() => void) | null = null

  constructor(
    private readonly socket: Socket,
    private readonly role: SignerClientRole,
    private readonly state: SignerState,
  ) {
    socket.on('error', () => socket.destroy())
    readFrames(
      socket,
      (message) => void this.#answer(message),
      () => socket.destroy(),
    )
  }

  /** Answers what was asked, and ends it. */
  async end(): Promise<void> {
    if (this.#unanswered > 0) await new Promise<void>((resolve) => (this.#ending = resolve))
    this.socket.end()
    this.socket.destroySoon()
  }

  async #answer(message: unknown): Promise<void> {
    const parsed = signerMessageShape.safeParse(message)
    if (!parsed.success) {
      log.warn({ role: this.role }, 'a message to the signer is malformed')
      return refuse(this.socket, message)
    }
    const { id, what } = parsed.data
    this.#unanswered += 1
    if (this.#unanswered >= MOST_UNANSWERED) this.socket.pause()
    const answer = await answerAsk(what, this.role, this.state).then(
      (value) => ({ id, answer: value }),
      (error: unknown) => refusal(id, error, what.ask, this.role),
    )
    if (!this.socket.destroyed) writeFrame(this.socket, answer)
    this.#unanswered -= 1
    if (this.#unanswered < MOST_UNANSWERED) this.socket.resume()
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
