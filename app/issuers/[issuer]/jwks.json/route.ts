import { issuerParams } from '@/lib/contract/issuer/issuer-params'
import { jwkSet } from '@/lib/domain/issuer/did-document'
import { documentResponse } from '@/lib/http/answer/document-response'
import { endpoint } from '@/lib/http/endpoint'
import { getIssuerKeys } from '@/lib/service/keys/published-keys'

/** An issuer's key set. */
export const GET = endpoint({ group: 'keys', params: issuerParams }, async ({ params }) => {
  const { keys } = await getIssuerKeys(params.issuer)
  return documentResponse(jwkSet(keys), 'application/jwk-set+json')
})
