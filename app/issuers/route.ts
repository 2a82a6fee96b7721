import type { DirectoryOutcome } from '@/components/issuer/issuer-view'
import { renderDirectory } from '@/components/issuer/render-issuer-page'
import { ISSUERS } from '@/components/site/site-links'
import { issuersQuery } from '@/lib/contract/issuer/issuer'
import { env } from '@/lib/env'
import { ISSUER_HEADERS } from '@/lib/http/answer/issuer-headers'
import { htmlResponse, type PageInput, pageEndpoint } from '@/lib/http/page-endpoint'
import { parseInput, queryOf } from '@/lib/http/receive/parse-input'
import { createTranslator } from '@/lib/i18n/translate'
import { findIssuers } from '@/lib/service/issuers/find-issuers'
import { presentIssuers } from '@/lib/service/issuers/present-issuer'
import { site } from '../site'

/** The directory of issuers, with the answer of the API. */
export const GET = pageEndpoint(
  { group: 'issuer_directory', headers: ISSUER_HEADERS },
  async (input) => {
    const { q, cursor, limit } = parseInput(issuersQuery, queryOf(input.request.url))
    const query = q.trim()
    const { issuers, next_cursor } = presentIssuers(await findIssuers(query, cursor ?? null, limit), env().BASE_URL)
    const page = { issuers, nextCursor: next_cursor, isFirst: cursor === undefined }
    return htmlResponse(200, await render(input, { kind: 'found', query, ...page }))
  },
  ({ code }, input) =>
    render(input, { kind: code === 'malformed' ? 'malformed' : code === 'rate_limited' ? 'too_many' : 'failed' }),
)

function render({ request, language }: PageInput, outcome: DirectoryOutcome): Promise<string> {
  const path = outcome.kind === 'found' ? ISSUERS + new URL(request.url).search : ISSUERS
  return renderDirectory(createTranslator(language), { ...outcome, host: site().host, path })
}
