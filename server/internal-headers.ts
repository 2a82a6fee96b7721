import type { IncomingMessage } from 'node:http'
import { env } from '@/lib/env'
import { ADDRESS_HEADER } from '@/lib/http/request-context'

/** Headers that steer Next or that only we may set: from a client they are an attack, or a mistake. */
const INTERNAL =
  /^(x-middleware-|x-nextjs-|x-next-|x-invoke-|x-internal-|x-matched-path$|x-now-route-matches$|x-forwarded-(host|port|server|prefix)$|content-security-policy)/

/** Takes away what a client must not say. */
export function stripInternalHeaders(request: IncomingMessage): void {
  for (const name in request.headers) {
    if (INTERNAL.test(name)) delete request.headers[name]
  }
}

/**
 * Tells a Next page who called: in a header that clients cannot set, and in place of their own forwarding headers.
 * @param address the caller's, as callerAddress found it
 */
export function setCallerHeaders(request: IncomingMessage, address: string): void {
  request.headers[ADDRESS_HEADER] = address
  request.headers['x-forwarded-for'] = address
  request.headers['x-forwarded-proto'] = env().BASE_URL.startsWith('https:') ? 'https' : 'http'
}
