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

// One after another from a random place on: chance would now and then give the same one twice.
let lastAddress = randomBytes(3).readUIntBE(0, 3)

/** An address that no other test has used up the limit of. */
export function newAddress(): string {
  lastAddress = (lastAddress + 1) % 2 ** 24
  return `10.${lastAddress >> 16}.${(lastAddress >> 8) & 255}.${lastAddress & 255}`
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
