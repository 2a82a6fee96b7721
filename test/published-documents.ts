import { GET as serviceDid } from '@/app/.well-known/did.json/route'
import { GET as serviceKeys } from '@/app/.well-known/jwks.json/route'
import { GET as refresh } from '@/app/api/public/credentials/[ref]/refresh/route'
import { GET as statusList } from '@/app/api/public/status/[list]/route'
import { GET as issuerDid } from '@/app/issuers/[issuer]/did.json/route'
import { GET as issuerKeys } from '@/app/issuers/[issuer]/jwks.json/route'
import type { RouteHandler } from '@/lib/http/endpoint'
import { withPeerAddress } from '@/lib/http/request-context'
import { newAddress } from './verify-requests'

const ORIGIN = 'https://verify.test'

const PUBLISHED: [path: RegExp, handler: RouteHandler][] = [
  [/^\/\.well-known\/did\.json$/, serviceDid],
  [/^\/\.well-known\/jwks\.json$/, serviceKeys],
  [/^\/issuers\/(?<issuer>[^/]+)\/did\.json$/, issuerDid],
  [/^\/issuers\/(?<issuer>[^/]+)\/jwks\.json$/, issuerKeys],
  [/^\/api\/public\/status\/(?<list>[^/]+)$/, statusList],
  [/^\/api\/public\/credentials\/(?<ref>[^/]+)\/refresh$/, refresh],
]

/**
 * All that a stranger who checks a badge needs of the service, under `https://verify.test`: DID documents, key sets,
 * status lists and the refresh service. Nothing else can be reached.
 * @throws TypeError for every other address, as fetch does where there is no network
 */
export async function fetchPublished(address: string | URL | Request): Promise<Response> {
  const url = new URL(address instanceof Request ? address.url : address)
  for (const [path, handler] of PUBLISHED) {
    const found = url.origin === ORIGIN ? path.exec(url.pathname) : null
    if (!found) continue
    const answer = await handler(withPeerAddress(new Request(url), newAddress()), {
      params: Promise.resolve({ ...found.groups }),
    })
    return new Response(await answer.text(), { status: answer.status, headers: answer.headers })
  }
  throw new TypeError(`no network: ${url.href}`)
}

/** The JSON at a published address. */
export async function fetchDocument<T = Record<string, unknown>>(address: string): Promise<T> {
  const response = await fetchPublished(address)
  if (response.status !== 200) throw new Error(`${address} is ${response.status}`)
  return (await response.json()) as T
}

/** Where a did:web is published (did:web method, section 3.2). */
export function addressOfDid(did: string): string {
  const [host = '', ...path] = did.slice('did:web:'.length).split(':').map(decodeURIComponent)
  return `https://${host}/${path.length > 0 ? path.join('/') : '.well-known'}/did.json`
}
