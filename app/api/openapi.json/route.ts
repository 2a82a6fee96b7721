import { sharedResponse } from '@/lib/http/answer/shared-response'
import { endpoint } from '@/lib/http/endpoint'
import { openApiBytes } from '@/lib/http/openapi/openapi'

const HEADERS = { 'content-type': 'application/json; charset=utf-8' }

/** The interface of the service as OpenAPI 3.1, made from the contract. Not counted. */
export const GET = endpoint({}, ({ request }) => sharedResponse(request, openApiBytes(), HEADERS))
