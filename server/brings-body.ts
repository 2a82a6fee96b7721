import type { IncomingMessage } from 'node:http'

/** Whether a body follows the head of a request (RFC 9112, section 6.3). */
export function bringsBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}
