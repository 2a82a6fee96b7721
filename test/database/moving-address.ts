import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { PROXY_HOST } from './database-proxy'

/**
 * An address of PostgreSQL that leads to one database and then to another, as that of a primary does after a fail-over. What is open
 * stays where it leads.
 */
export class MovingAddress {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #url: URL
  #database: string

  private constructor(url: string) {
    this.#url = new URL(url)
    this.#database = this.#url.pathname.slice(1)
    this.#server = createServer((client) => this.#accept(client))
  }

  /** @param url of the database that it leads to at first, by the socket of its server */
  static async open(url: string): Promise<MovingAddress> {
    const address = new MovingAddress(url)
    await new Promise<void>((resolve) => address.#server.listen(0, PROXY_HOST, resolve))
    return address
  }

  get url(): string {
    const { username, password, pathname } = this.#url
    const { port } = this.#server.address() as AddressInfo
    return `postgresql://${username}:${password}@${PROXY_HOST}:${port}${pathname}`
  }

  /** Where it leads from now on. */
  leadTo(database: string): void {
    this.#database = database
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  #accept(client: Socket): void {
    const server = connect(join(this.#url.searchParams.get('host') ?? '', '.s.PGSQL.5432'))
    for (const socket of [client, server]) {
      this.#sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        this.#sockets.delete(socket)
        client.destroy()
        server.destroy()
      })
    }
    server.pipe(client)
    client.once('data', (first) => {
      server.write(this.#renamed(first))
      client.pipe(server)
    })
  }

  /** The first message, which names the database: its length, a number, then names and values with a zero behind each. */
  #renamed(message: Buffer): Buffer {
    const fields = message.subarray(8).toString('latin1').split('\0')
    fields[fields.indexOf('database') + 1] = this.#database
    const bytes = Buffer.from(fields.join('\0'), 'latin1')
    const head = Buffer.from(message.subarray(0, 8))
    head.writeInt32BE(8 + bytes.length)
    return Buffer.concat([head, bytes])
  }
}
