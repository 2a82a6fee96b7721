import { FirstRequestPage } from '@/components/desk/sign-in/first-request-page'
import { openApiDocument } from '@/lib/http/openapi/openapi'
import { authorize } from '@/lib/service/desk/authorize'
import { deskHtml, deskPage, viewerOf } from '../../desk'

const PATH = '/api/issuer/v1/certificates/lookup'

/** A first request with a key, in a terminal and in two languages. */
export const GET = deskPage(({ person, member }) => {
  authorize(member, 'read_keys')
  const { paths, servers } = openApiDocument()
  const operation = paths[PATH]?.post
  if (!operation) throw new Error(`the OpenAPI document has no ${PATH}`)
  return deskHtml(FirstRequestPage, {
    viewer: viewerOf(person),
    path: PATH,
    operation,
    baseUrl: servers[0]?.url ?? '',
  })
})
