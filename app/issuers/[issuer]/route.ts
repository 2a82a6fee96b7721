import type { IssuerOutcome } from '@/components/issuer/issuer-view'
import { renderIssuer } from '@/components/issuer/render-issuer-page'
import { issuerPath, ISSUERS } from '@/components/site/site-links'
import { env } from '@/lib/env'
import { ISSUER_HEADERS } from '@/lib/http/answer/issuer-headers'
import { plainResponse } from '@/lib/http/answer/plain-response'
import { htmlResponse, type PageInput, pageEndpoint } from '@/lib/http/page-endpoint'
import { createTranslator } from '@/lib/i18n/translate'
import { getIssuerProfile } from '@/lib/service/issuers/get-issuer-profile'
import { presentProfile } from '@/lib/service/issuers/present-issuer'
import { site } from '../../site'

/** The public page of an issuer, with the answer of the API. The folder below it holds its key documents, by its id. */
export const GET = pageEndpoint(
  { group: 'issuer_profile', headers: ISSUER_HEADERS },
  async (input) => {
    const found = await getIssuerProfile(input.params.issuer ?? '')
    if (!found) return htmlResponse(404, await render(input, { kind: 'missing' }))
    if (found.kind === 'moved')
      return plainResponse(308, { location: issuerPath(found.slug), 'cache-control': 'no-store' }, null)
    const { issuer } = presentProfile(found.profile, env().BASE_URL)
    return htmlResponse(200, await render(input, { kind: 'profile', issuer }))
  },
  ({ code }, input) => render(input, { kind: code === 'rate_limited' ? 'too_many' : 'failed' }),
)

/** What is not there is one and the same page: not even the language switch repeats what was asked for. */
function render({ language }: PageInput, outcome: IssuerOutcome): Promise<string> {
  const path = outcome.kind === 'profile' ? issuerPath(outcome.issuer.slug) : ISSUERS
  return renderIssuer(createTranslator(language), { ...outcome, host: site().host, path })
}
