import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { readMail, type ReadMail } from '@/test/desk/read-mail'

/** A message that the sink has accepted. */
export interface SunkMail extends ReadMail {
  from: string
  to: string[]
  raw: string
}

/** What the sink does at one point: goes on, refuses with a code, or cuts the line without a word. */
export type SinkAnswer = 'accept' | 'drop' | number

/** A real SMTP server on loopback that keeps what it is sent. */
export interface SmtpSink {
  port: number
  url: string
  mails: SunkMail[]
  /** Asked at each recipient; and at each text, once it is all there and before it is accepted. */
  atRecipient: (address: string) => SinkAnswer
  atText: (mail: SunkMail) => SinkAnswer | Promise<SinkAnswer>
  /** How many connections were made. */
  connections: number
  /** Resolves once there are so many messages. */
  reached(count: number): Promise<SunkMail[]>
  close(): Promise<void>
}

/** Starts a sink; without options it takes mail from anybody, in the clear. */
export async function startSmtpSink(options: SMTPServerOptions = {}): Promise<SmtpSink> {
  const waiting: { count: number; resolve: () => void }[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect: (_, done) => {
      sink.connections += 1
      done()
    },
    onRcptTo: ({ address }, _, done) => answer(sink.atRecipient(address), done),
    onData: (stream, { envelope }, done) => {
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.on('end', () => {
        const raw = Buffer.concat(pieces).toString('utf8')
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const mail = { from, to: envelope.rcptTo.map(({ address }) => address), raw, ...readMail(raw) }
        void Promise.resolve(sink.atText(mail)).then((said) => {
          if (said === 'accept') sink.mails.push(mail)
          answer(said, done)
          for (const one of waiting) if (sink.mails.length >= one.count) one.resolve()
        })
      })
    },
    ...options,
  })
  const answer = (said: SinkAnswer, done: (error?: Error | null) => void) => {
    if (said === 'accept') done()
    else if (said === 'drop') for (const connection of openLines(server)) connection._socket.destroy()
    else done(Object.assign(new Error('refused by the test'), { responseCode: said }))
  }
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const sink: SmtpSink = {
    port,
    url: `smtp://127.0.0.1:${port}`,
    mails: [],
    atRecipient: () => 'accept',
    atText: () => 'accept',
    connections: 0,
    reached: (count) =>
      sink.mails.length >= count
        ? Promise.resolve(sink.mails)
        : new Promise((resolve) => waiting.push({ count, resolve: () => resolve(sink.mails) })),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return sink
}

interface OpenLine {
  _socket: { destroy(): void }
}

function openLines(server: SMTPServer): Iterable<OpenLine> {
  return (server as unknown as { connections: Iterable<OpenLine> }).connections
}
