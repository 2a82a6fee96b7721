import { Agent as HttpAgent, type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { buffer } from 'node:stream/consumers'

/** The longest time for a request to the store. */
export interface S3Patience {
  /** Milliseconds until the connection stands, TLS included. */
  connectMs: number
  /** When the whole answer must be there, by `performance.now()`. */
  until: number
}

/** A signed request, ready to be sent. */
interface SignedRequest {
  method: string
  url: URL
  headers: Record<string, string>
  body?: Uint8Array
}

export interface S3Answer {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

/** No file of a certificate comes near this; an answer that does is not one of ours. */
const MOST_BYTES = 64 * 1024 * 1024

/** Connections are kept for the next request; idle ones do not keep the process alive. */
const http = new HttpAgent({ keepAlive: true, maxSockets: 32 })
const https = new HttpsAgent({ keepAlive: true, maxSockets: 32 })

/**
 * Sends one request. A kept connection that the server has closed meanwhile is replaced by a new one once: every
 * request of this store can be repeated without harm.
 * @throws Error when no whole answer came in time; the message is for the operator
 */
export async function sendToS3(signed: SignedRequest, patience: S3Patience): Promise<S3Answer> {
  const { call, answer } = start(signed, patience)
  try {
    return await answer
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (!call.reusedSocket || (code !== 'ECONNRESET' && code !== 'EPIPE')) throw error
    return start(signed, patience).answer
  }
}

function start(signed: SignedRequest, patience: S3Patience): { call: ClientRequest; answer: Promise<S3Answer> } {
  const secure = signed.url.protocol === 'https:'
  const options = { method: signed.method, headers: signed.headers, agent: secure ? https : http }
  const call = secure ? requestHttps(signed.url, options) : requestHttp(signed.url, options)
  return { call, answer: exchange(call, signed, patience, secure) }
}

function exchange(call: ClientRequest, { body }: SignedRequest, patience: S3Patience, secure: boolean) {
  return new Promise<S3Answer>((resolve, reject) => {
    const give = (sentence: string, milliseconds: number) =>
      setTimeout(() => {
        reject(new Error(sentence))
        call.destroy()
      }, milliseconds)
    const whole = give('no whole answer in time', patience.until - performance.now())
    let connect: NodeJS.Timeout | undefined
    call.on('socket', (socket) => {
      if (!socket.connecting) return
      connect = give('no connection in time', patience.connectMs)
      socket.once(secure ? 'secureConnect' : 'connect', () => clearTimeout(connect))
    })
    const settle = <T>(done: (value: T) => void) => {
      return (value: T) => {
        clearTimeout(whole)
        clearTimeout(connect)
        done(value)
      }
    }
    call.on('error', settle(reject))
    call.on('response', (response) => {
      readAnswer(call, response).then(settle(resolve), settle(reject))
    })
    call.end(body)
  })
}

async function readAnswer(call: ClientRequest, response: IncomingMessage): Promise<S3Answer> {
  const { 'content-length': length, 'transfer-encoding': coding } = response.headers
  // It would end wherever the connection does, and half a file could not be told from a whole one.
  if (call.method === 'GET' && response.statusCode === 200 && length === undefined && coding === undefined) {
    call.destroy()
    throw new Error('an answer that does not say where it ends')
  }
  let size = 0
  response.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > MOST_BYTES) call.destroy(new Error('the answer is larger than any file of ours'))
  })
  const body = await buffer(response)
  return { status: response.statusCode ?? 0, headers: response.headers, body }
}
