import { randomBytes } from 'node:crypto'
import { GET as apiGet } from '@/app/api/public/credentials/verify/[serial]/route'
import { GET as pageGet } from '@/app/verify/[serial]/route'
import { withPeerAddress } from '@/lib/http/request-context'

interface Options {
  method?: 'GET' | 'HEAD'
  headers?: Record<string, string>
  /** Where the request comes from; left out, from a new address each time. */
  address?: string
}

/** An address that no other test has used up the limit of. */
export function newAddress(): string {
  return `10.${randomBytes(3).join('.')}`
}

/** Calls the handler of verify by serial. */
export function askApi(serial: string, options: Options = {}): Promise<Response> {
  return apiGet(request('/api/public/credentials/verify/-', options), { params: Promise.resolve({ serial }) })
}

/** Calls the handler of the verification page. */
export function askPage(serial: string, options: Options = {}): Promise<Response> {
  return pageGet(request('/verify/-', options), { params: Promise.resolve({ serial }) })
}

function request(path: string, { method = 'GET', headers = {}, address = newAddress() }: Options): Request {
  return withPeerAddress(new Request(`https://verify.test${path}`, { method, headers }), address)
}
