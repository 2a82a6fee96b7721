import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { holdReading } from './hold-reading'

const GET = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n'

describe('a connection that is held', () => {
  let server: Server
  let client: Socket
  const announced: string[] = []

  beforeEach(async () => {
    announced.length = 0
    server = createServer((message, answer) => {
      announced.push(message.url ?? '')
      answer.end('well')
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
  })
  afterEach(async () => {
    client.destroy()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  const open = () => (client = connect((server.address() as AddressInfo).port, '127.0.0.1'))
  /** Everything that stands ready to be read elsewhere has been read by then. */
  const othersAreServed = async () => {
    for (let times = 0; times < 5; times++) {
      const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/other`)
      await response.text()
    }
  }
  const own = () => announced.filter((url) => url !== '/other')

  it('is not read from the moment at which it was accepted', async () => {
    let release = () => {}
    server.once('connection', (socket: Socket) => (release = holdReading(socket)))
    open().write(GET)
    await once(server, 'connection')
    await othersAreServed()
    expect(own()).toEqual([])
    release()
    await once(client, 'data')
    expect(own()).toEqual(['/'])
  })

  it('is not read on for the rest of a body that nobody wants', async () => {
    let release = () => {}
    server.prependOnceListener('request', (message: IncomingMessage) => (release = holdReading(message.socket)))
    open().write('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\n\r\n')
    await once(client, 'data')
    client.write(`12345${GET.replace('/', '/after')}`)
    await othersAreServed()
    expect(own()).toEqual(['/'])
    release()
    await expect.poll(own).toEqual(['/', '/after'])
  })

  it('is read again when the last one who held it lets it go', async () => {
    let releases: (() => void)[] = []
    server.once('connection', (socket: Socket) => (releases = [holdReading(socket), holdReading(socket)]))
    open().write(GET)
    await once(server, 'connection')
    releases[0]?.()
    await othersAreServed()
    expect(own()).toEqual([])
    releases[1]?.()
    await once(client, 'data')
  })
})
