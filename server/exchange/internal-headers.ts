import type { IncomingMessage } from 'node:http'

/** Headers that steer Next or that only this server may set: from a client they are an attack, or a mistake. */
const INTERNAL =
  /^(x-middleware-|x-nextjs-|x-next-|x-invoke-|x-internal-|x-matched-path$|x-now-route-matches$|x-forwarded-(host|port|server|prefix)$|content-security-policy)/

/** Takes away what a client must not say. */
export function stripInternalHeaders(request: IncomingMessage): void {
  for (const name in request.headers) {
    if (INTERNAL.test(name)) delete request.headers[name]
  }
}
