import { openApiShape } from '@/lib/contract/openapi-shape'
import { endpoint } from '@/lib/http/endpoint'
import { openApiDocument } from '@/lib/http/openapi'

/** The interface of the service as OpenAPI 3.1, made from the contract. Not counted. */
export const GET = endpoint({ response: openApiShape }, () => ({ ...openApiDocument() }))
