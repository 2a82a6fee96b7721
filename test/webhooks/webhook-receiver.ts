import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import type { GuardedFetchOptions } from '@/lib/net/fetch-guarded'
import { makeAuthority, makeTlsCertificate } from '@/test/network/tls-certificate'

const authority = makeAuthority()
let started = 0

/** A message as it arrived. */
interface Received {
  id: string
  headers: IncomingHttpHeaders
  text: string
  body: { type: string; timestamp: string; data: Record<string, unknown> }
}

type Say = (message: Received, answer: ServerResponse) => void

/** Echoes challenges, and takes everything else. */
const polite: Say = ({ body }, answer) => {
  if (body.type === 'webhook.challenge') answer.end(JSON.stringify({ challenge: body.data.challenge }))
  else answer.writeHead(204).end()
}

/** A program that listens to webhooks over https, on loopback, which stands for the world. */
export class WebhookReceiver {
  /** One of its own: how often a host is asked is counted. */
  readonly host = `hooks-${++started}.example`
  readonly url = `https://${this.host}/certificates`
  readonly received: Received[] = []
  say: Say = polite
  /** Where the host leads, and what counts as public there. */
  addresses = ['127.0.0.1']
  readonly #certificate = makeTlsCertificate(authority, [this.host])
  readonly #server = createTlsServer({ cert: this.#certificate.certificate, key: this.#certificate.key })

  static async start(): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver()
    await receiver.#listen()
    return receiver
  }

  /** How the service gets here. */
  get door(): GuardedFetchOptions & { port: number; ca: string } {
    return {
      resolve: () => Promise.resolve(this.addresses),
      isPublic: (address) => address === '127.0.0.1',
      port: (this.#server.address() as AddressInfo).port,
      ca: authority.certificate,
    }
  }

  /** The messages that carry a good signature, as the library of others sees it. */
  verified(secret: string): Received['body'][] {
    const webhook = new Webhook(secret)
    return this.received.map(({ text, headers }) => {
      return webhook.verify(text, headers as Record<string, string>) as Received['body']
    })
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }

  async #listen(): Promise<void> {
    this.#server.on('request', (request, answer) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        const id = String(request.headers['webhook-id'])
        const message = { id, headers: request.headers, text, body: JSON.parse(text) as Received['body'] }
        this.received.push(message)
        this.say(message, answer)
      })
    })
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done))
  }
}
