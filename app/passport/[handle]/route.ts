import { type PassportOutcome, passportPath } from '@/components/passport/passport-view'
import { renderPassport } from '@/components/passport/render-passport-page'
import { HOME } from '@/components/site/site-links'
import { VERDICT_PAGE_HEADERS } from '@/lib/http/answer/verdict-page-headers'
import { isPrefetch, refusePrefetch } from '@/lib/http/limits/check-purpose'
import { htmlResponse, type PageInput, pageEndpoint } from '@/lib/http/page-endpoint'
import { createTranslator } from '@/lib/i18n/translate'
import { getPassport } from '@/lib/service/passport/get-passport'
import { site } from '../../site'

/** The public page of a passport (spec part 5), with the answer of the API. */
export const GET = pageEndpoint(
  { group: 'passport', headers: VERDICT_PAGE_HEADERS },
  async (input) => {
    refusePrefetch(input.request)
    const passport = await getPassport(input.params.handle ?? '')
    if (!passport) return htmlResponse(404, await page(input, { kind: 'not_found' }))
    return htmlResponse(200, await page(input, { kind: 'answer', passport }))
  },
  ({ code, retryAfterSeconds = 5 }, input) => {
    if (code === 'rate_limited') return page(input, { kind: 'too_many', retryAfterSeconds })
    return page(
      input,
      isPrefetch(input.request) ? { kind: 'prefetch' } : { kind: 'could_not_check', retryAfterSeconds },
    )
  },
)

function page({ language, params: { handle = '' } }: PageInput, outcome: PassportOutcome): Promise<string> {
  // What is not there is one and the same page: not even the language switch repeats what was asked for.
  const path = outcome.kind === 'not_found' ? HOME : passportPath(handle.toWellFormed())
  return renderPassport(createTranslator(language), { ...outcome, ...site(), path })
}
