import { constants } from 'node:crypto'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { request, type RequestOptions } from 'node:https'
import { isIP, type LookupFunction, type TcpSocketConnectOpts } from 'node:net'
import { DEFAULT_CIPHERS } from 'node:tls'
import type { FetchedDocument } from '@/lib/domain/badge/badge-network'
import type { DocumentRules } from './document-rules'
import { readAnswer } from './read-answer'

/** A server that sends more interim answers than this is not about to send a document. */
const MOST_INTERIM_ANSWERS = 8

/**
 * What browsers offer, and no more: in a group of its own choice, of ten thousand bits, a server keeps the thread that serves
 * everybody busy for most of a second at each handshake, and with one handshake after another for as long as it likes.
 */
const CHEAP_TLS = {
  ciphers: `${DEFAULT_CIPHERS}:!DHE`,
  ecdhCurve: 'X25519:P-256:P-384',
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
}

/** What the connection underneath takes, too. */
type PinnedOptions = RequestOptions & Pick<TcpSocketConnectOpts, 'autoSelectFamily' | 'autoSelectFamilyAttemptTimeout'>

export interface PinnedRequest {
  url: URL
  /** Addresses that were judged: the connection goes to one of these, whatever DNS says by then. */
  addresses: readonly string[]
  port: number
  /** Certificate authorities in place of the system's. */
  ca?: string
  signal: AbortSignal
}

/** What is sent to the host. */
interface SentRequest {
  method: 'GET' | 'POST'
  headers: Readonly<Record<string, string>>
  body?: Uint8Array
}

/**
 * Fetches a document over https from addresses that were chosen before. No redirects, no kept connection, no proxy; the
 * certificate must be good for the host's name.
 * @returns `unreachable` for whatever goes wrong underneath; never throws
 */
export function fetchPinned(pinned: PinnedRequest, rules: DocumentRules): Promise<FetchedDocument> {
  const headers = { accept: rules.types.join(', '), 'accept-encoding': 'gzip, identity' }
  return exchangePinned(pinned, { method: 'GET', headers }, (response) => readAnswer(response, rules))
}

/**
 * The same for whatever is sent.
 * @param read takes from the answer what matters; the connection ends once it is done
 */
export function exchangePinned<T>(
  pinned: PinnedRequest,
  sent: SentRequest,
  read: (response: IncomingMessage) => Promise<T>,
): Promise<T | { kind: 'unreachable'; reason: string }> {
  return new Promise((resolve) => {
    const fail = (error: unknown) => resolve({ kind: 'unreachable', reason: reasonOf(error, pinned.signal) })
    const call = request(requestOptions(pinned, sent))
    call.on('error', fail)
    // The connection is handed over with this: an error of it would be nobody's, and end the process.
    call.on('upgrade', (_response, socket) => {
      socket.on('error', fail).destroy()
      fail(new Error('an answer that switches protocols'))
    })
    refuseInterimFlood(call)
    call.on('response', (response: IncomingMessage) => {
      read(response)
        .then(resolve, fail)
        .finally(() => call.destroy())
    })
    call.end(sent.body)
  })
}

function requestOptions({ url, addresses, port, ca, signal }: PinnedRequest, sent: SentRequest): PinnedOptions {
  return {
    agent: false,
    method: sent.method,
    host: url.hostname,
    servername: url.hostname,
    port,
    path: url.pathname + url.search,
    lookup: pinnedLookup(addresses),
    autoSelectFamily: true,
    // Long enough for the far side of the world: the other family is a second try, not a race.
    autoSelectFamilyAttemptTimeout: 2000,
    ca,
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    ...CHEAP_TLS,
    insecureHTTPParser: false,
    maxHeaderSize: 16 * 1024,
    headers: {
      host: url.hostname,
      ...sent.headers,
      'user-agent': 'certificate-verification',
      connection: 'close',
    },
    signal,
  }
}

/** Answers every look-up with the addresses that were judged. */
function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_host, options, callback) => {
    const [first] = answers
    if (options.all) callback(null, answers)
    else callback(null, first?.address ?? '', first?.family ?? 4)
  }
}

function refuseInterimFlood(call: ClientRequest): void {
  let seen = 0
  call.on('information', () => {
    if (++seen > MOST_INTERIM_ANSWERS) call.destroy(new Error('interim answers without end'))
  })
}

/** Coarse on purpose: who wants to know what listens where shall not learn it from here. */
function reasonOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'no whole answer in time'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/^(CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|ERR_TLS_CERT|HOSTNAME_MISMATCH)/.test(code)) {
    return 'the TLS certificate of the host is not good for it'
  }
  return 'no connection, or an answer that broke off'
}
