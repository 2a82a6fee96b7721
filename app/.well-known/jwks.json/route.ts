import { jwkSet } from '@/lib/domain/issuer/did-document'
import { documentResponse } from '@/lib/http/answer/document-response'
import { endpoint } from '@/lib/http/endpoint'
import { getServiceKeys } from '@/lib/service/keys/published-keys'

/** The service's key set, for its receipts and manifests. */
export const GET = endpoint({ group: 'keys' }, async () => {
  const { keys } = await getServiceKeys()
  return documentResponse(jwkSet(keys), 'application/jwk-set+json')
})
