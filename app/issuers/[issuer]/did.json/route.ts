import { issuerParams } from '@/lib/contract/issuer/issuer-params'
import { didDocument } from '@/lib/domain/issuer/did-document'
import { documentResponse } from '@/lib/http/answer/document-response'
import { endpoint } from '@/lib/http/endpoint'
import { getIssuerKeys } from '@/lib/service/keys/published-keys'

/** An issuer's DID document. */
export const GET = endpoint({ group: 'keys', params: issuerParams }, async ({ params }) => {
  const { did, keys } = await getIssuerKeys(params.issuer)
  return documentResponse(didDocument(did, keys), 'application/did+json')
})
