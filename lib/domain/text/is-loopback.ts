import { canParseUrl } from '@/lib/can-parse-url'

/** Whether a host of an address, as `URL` gives it, is this very machine; the brackets of IPv6 may be left out. */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/.test(hostname)
}

/** Whether an address is http to this very machine. */
export function isLoopbackHttp(address: string): boolean {
  const url = canParseUrl(address) ? new URL(address) : null
  return url?.protocol === 'http:' && isLoopback(url.hostname)
}
