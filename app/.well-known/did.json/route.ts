import { didDocument } from '@/lib/domain/issuer/did-document'
import { documentResponse } from '@/lib/http/answer/document-response'
import { endpoint } from '@/lib/http/endpoint'
import { getServiceKeys } from '@/lib/service/keys/published-keys'

/** The service's DID document. */
export const GET = endpoint({ group: 'keys' }, async () => {
  const { did, keys } = await getServiceKeys()
  return documentResponse(didDocument(did, keys), 'application/did+json')
})
