import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type ErrorCode, ServiceError } from '@/lib/errors'
import { errorResponse, standardHeaders } from '@/lib/http/answer/respond'
import { newRequestId } from '@/lib/http/request-id'
import { holdReading } from './hold-reading'

/** A refusal by the listener itself, before or instead of any handler. */
export function refuse(code: ErrorCode, sentence: string, headers: Record<string, string> = {}): Response {
  return errorResponse(new ServiceError(code, sentence, { headers }), standardHeaders(newRequestId()))
}

/** What Node's parser refuses: status, reason phrase and the sentence of the body. */
const PARSER_REFUSALS = new Map<string, [number, string, string]>([
  ['HPE_HEADER_OVERFLOW', [431, 'Request Header Fields Too Large', 'The request line and headers are too large.']],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', [413, 'Payload Too Large', 'The chunk extensions of the body are too large.']],
  ['ERR_HARDLY_A_BYTE', [400, 'Bad Request', 'The body comes in chunks of hardly a byte.']],
  ['ERR_HTTP_REQUEST_TIMEOUT', [408, 'Request Timeout', 'The request did not arrive in time.']],
])
const UNREADABLE: [number, string, string] = [400, 'Bad Request', 'The request is not valid HTTP.']

/** Answers on a connection whose request could not be parsed, and closes it. */
export function refuseConnection(socket: Duplex, code: string | undefined): void {
  if (!socket.writable || code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const [status, reason, sentence] = PARSER_REFUSALS.get(code ?? '') ?? UNREADABLE
  endConnection(socket, status, reason, sentence)
}

/** Ends a connection whose request brings a body that is nearly all framing; it is answered where its turn has come. */
export function refuseBody(answer: ServerResponse, socket: Socket): void {
  holdReading(socket)
  if (answer.headersSent || answer.socket === null) socket.destroy()
  else refuseConnection(socket, 'ERR_HARDLY_A_BYTE')
}

/** CONNECT has no path that could be routed; this service is no proxy. */
export function refuseConnect(socket: Duplex): void {
  socket.on('error', () => socket.destroy())
  endConnection(socket, 405, 'Method Not Allowed', 'This service does not answer CONNECT.', {
    allow: 'GET, HEAD, POST',
  })
}

function endConnection(
  socket: Duplex,
  status: number,
  reason: string,
  sentence: string,
  extra: Record<string, string> = {},
): void {
  const body = JSON.stringify({ success: false, error: sentence })
  const headers = {
    ...standardHeaders(randomUUID()),
    ...extra,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy())
}
