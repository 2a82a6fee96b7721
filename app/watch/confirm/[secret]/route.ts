import { renderPage } from '@/components/site/render-document'
import { WatchConfirmPage } from '@/components/watch/watch-confirm-page'
import type { ServiceError } from '@/lib/errors'
import { VERDICT_PAGE_HEADERS } from '@/lib/http/answer/verdict-page-headers'
import { readForm } from '@/lib/http/desk/read-form'
import { requireOwnPage } from '@/lib/http/desk/require-own-page'
import { htmlResponse, type PageInput, pageEndpoint } from '@/lib/http/page-endpoint'
import { createTranslator } from '@/lib/i18n/translate'
import { confirmWatch, refuseWatch } from '@/lib/service/watch/confirm-watch'
import { openWatchList } from '@/lib/service/watch/watch-list'
import { site } from '../../../site'
import { renderWatchList } from '../../list/render-watch-list'

/** Where the first message leads. Nothing is looked up, and nothing done: mail programs open links by themselves. */
export const GET = pageEndpoint(
  { group: 'watch', headers: VERDICT_PAGE_HEADERS },
  async (input) => htmlResponse(200, await render(input, 'asked')),
  renderFailure,
)

/** Confirms or refuses, and shows what is watched from now on. */
export const POST = pageEndpoint(
  { group: 'watch', headers: VERDICT_PAGE_HEADERS },
  async (input) => {
    const { request, language, params } = input
    requireOwnPage(request)
    const { t } = createTranslator(language)
    const secret = params.secret ?? ''
    const unknown = async () => htmlResponse(404, await render(input, 'asked', t('watch.confirmUnknown')))
    const action = (await readForm(request)).get('action')
    if (action === 'refuse')
      return (await refuseWatch(secret)) ? htmlResponse(200, await render(input, 'refused')) : unknown()
    // Who meant to refuse must not be told for ever since a word was lost on the way.
    if (action !== 'confirm') return htmlResponse(400, await render(input, 'asked', t('watch.problem.failed')))
    const confirmed = await confirmWatch(secret)
    if (confirmed === 'before') return htmlResponse(200, await render(input, 'before'))
    const list = confirmed && (await openWatchList(confirmed.secret))
    if (!confirmed || !list) return unknown()
    return htmlResponse(200, await renderWatchList(language, list, confirmed.secret, { confirmed }))
  },
  renderFailure,
)

function render({ language, params }: PageInput, state: 'asked' | 'before' | 'refused', problem: string | null = null) {
  const secret = (params.secret ?? '').slice(0, 100)
  const page = { translator: createTranslator(language), host: site().host }
  return renderPage(WatchConfirmPage, { ...page, secret, state, problem })
}

function renderFailure({ code, retryAfterSeconds: seconds = 5 }: ServiceError, input: PageInput) {
  const { t } = createTranslator(input.language)
  return render(
    input,
    'asked',
    code === 'rate_limited' ? t('watch.problem.rate', { seconds }) : t('watch.problem.failed'),
  )
}
