import { didDocument } from '@/lib/domain/did-document'
import { documentResponse } from '@/lib/http/document-response'
import { endpoint } from '@/lib/http/endpoint'
import { getServiceKeys } from '@/lib/service/published-keys'

/** The service's DID document. */
export const GET = endpoint({ group: 'keys' }, async () => {
  const { did, keys } = await getServiceKeys()
  return documentResponse(didDocument(did, keys), 'application/did+json')
})
