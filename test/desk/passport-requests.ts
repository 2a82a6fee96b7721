import { GET as apiGet } from '@/app/api/public/passports/[handle]/route'
import { withPeerAddress } from '@/lib/http/request-context'
import { newAddress } from '@/test/verify-requests'

interface Options {
  headers?: Record<string, string>
  /** Where the request comes from; left out, from a new address each time. */
  address?: string
}

/** Calls the handler of the passport endpoint. */
export function askPassport(handle: string, { headers = {}, address = newAddress() }: Options = {}): Promise<Response> {
  const request = new Request('https://verify.test/api/public/passports/-', { headers })
  return apiGet(withPeerAddress(request, address), { params: Promise.resolve({ handle }) })
}
