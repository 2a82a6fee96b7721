import { renderPage } from '@/components/site/render-document'
import { WatchStopPage } from '@/components/watch/watch-stop-page'
import type { ServiceError } from '@/lib/errors'
import { VERDICT_PAGE_HEADERS } from '@/lib/http/answer/verdict-page-headers'
import { htmlResponse, type PageInput, pageEndpoint } from '@/lib/http/page-endpoint'
import { createTranslator } from '@/lib/i18n/translate'
import { unsubscribe } from '@/lib/service/watch/watch-list'
import { site } from '../../../site'

/** Where a notice leads to end all of them. Opening it does nothing: mail programs open links by themselves. */
export const GET = pageEndpoint(
  { group: 'watch', headers: VERDICT_PAGE_HEADERS },
  async (input) => htmlResponse(200, await render(input, 'asked')),
  renderFailure,
)

/**
 * Ends them with one request (RFC 8058), whoever sends it and whatever is in its body: the mail program posts from elsewhere,
 * without signing in. A second one changes nothing.
 */
export const POST = pageEndpoint(
  { group: 'watch', headers: VERDICT_PAGE_HEADERS },
  async (input) => {
    const came = await unsubscribe(input.params.secret ?? '')
    if (came !== null) return htmlResponse(200, await render(input, came))
    const { t } = createTranslator(input.language)
    return htmlResponse(404, await render(input, 'asked', t('watch.stopUnknown')))
  },
  renderFailure,
)

function render(
  { language, params }: PageInput,
  state: 'asked' | 'ended' | 'nothing',
  problem: string | null = null,
): Promise<string> {
  const secret = (params.secret ?? '').slice(0, 100)
  const page = { translator: createTranslator(language), host: site().host }
  return renderPage(WatchStopPage, { ...page, secret, state, problem })
}

function renderFailure({ code, retryAfterSeconds: seconds = 5 }: ServiceError, input: PageInput) {
  const { t } = createTranslator(input.language)
  const problem = code === 'rate_limited' ? t('watch.problem.rate', { seconds }) : t('watch.problem.failed')
  return render(input, 'asked', problem)
}
