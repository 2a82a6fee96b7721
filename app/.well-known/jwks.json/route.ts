import { jwkSet } from '@/lib/domain/did-document'
import { documentResponse } from '@/lib/http/document-response'
import { endpoint } from '@/lib/http/endpoint'
import { getServiceKeys } from '@/lib/service/published-keys'

/** The service's key set, for its receipts and manifests. */
export const GET = endpoint({ group: 'keys' }, async () => {
  const { keys } = await getServiceKeys()
  return documentResponse(jwkSet(keys), 'application/jwk-set+json')
})
