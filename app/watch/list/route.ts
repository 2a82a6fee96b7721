import { renderPage } from '@/components/site/render-document'
import { WatchLinkPage } from '@/components/watch/watch-link-page'
import { BATCH_SERIALS } from '@/lib/contract/check/check-many'
import { isUuid } from '@/lib/domain/text/uuid'
import type { ServiceError } from '@/lib/errors'
import { VERDICT_PAGE_HEADERS } from '@/lib/http/answer/verdict-page-headers'
import { readForm } from '@/lib/http/desk/read-form'
import { requireOwnPage } from '@/lib/http/desk/require-own-page'
import { htmlResponse, type PageInput, pageEndpoint } from '@/lib/http/page-endpoint'
import { createTranslator } from '@/lib/i18n/translate'
import { typedList } from '@/lib/scan/list/typed-list'
import { LONGEST_LIST } from '@/lib/scan/typed/read-serials'
import { ownOrigins } from '@/lib/service/operation/own-origins'
import { readWatchSecret } from '@/lib/service/watch/watch-links'
import { endAllWatches, endWatches, openWatchList, renewWatchList, watchMore } from '@/lib/service/watch/watch-list'
import { site } from '../../site'
import { renderWatchList } from './render-watch-list'

/** The target of a watcher's private link. The secret is in the fragment, so this page does not know it. */
export const GET = pageEndpoint(
  { group: 'watch', headers: VERDICT_PAGE_HEADERS },
  async ({ language }) => htmlResponse(200, await renderLink(language, null)),
  renderFailure,
)

/** Shows and changes what somebody watches. The secret comes in the body alone: it stands in no address, log or referrer. */
export const POST = pageEndpoint(
  { group: 'watch', headers: VERDICT_PAGE_HEADERS },
  async (input) => {
    requireOwnPage(input.request)
    const form = await readForm(input.request)
    const html = await change(form, input)
    if (html !== null) return htmlResponse(html.status, html.page)
    const { t } = createTranslator(input.language)
    return htmlResponse(404, await renderLink(input.language, t('watch.linkUnknown')))
  },
  renderFailure,
)

/** Does what a form asks for; one without an action opens the list. @returns null when the link opens nothing */
async function change(
  form: URLSearchParams,
  { language, draw }: PageInput,
): Promise<{ status: number; page: string } | null> {
  const link = form.get('link') ?? ''
  const secret = readWatchSecret(link) ?? ''
  const shown = async (list: Awaited<ReturnType<typeof openWatchList>>, done: Parameters<typeof renderWatchList>[3]) =>
    list && { status: 200, page: await renderWatchList(language, list, secret, done) }
  switch (form.get('action')) {
    case 'end':
      return shown(await endWatches(link, form.getAll('certificate').filter(isUuid)), { word: 'ended' })
    case 'renew':
      return shown(await renewWatchList(link), { word: 'renewed' })
    case 'stop': {
      const nothing = { email: '', certificates: [] }
      return (await endAllWatches(link)) ? shown(nothing, {}) : null
    }
    case 'add': {
      const text = form.get('serials') ?? ''
      if (text.length > LONGEST_LIST) return refused(link, secret, language, 'watch.problem.many')
      // Whatever the link is: to search it takes as long as a list.
      await draw('sent_list', 1)
      const { isTable, serials } = typedList(text, [], ownOrigins(), false)
      if (isTable) return refused(link, secret, language, 'watch.problem.columns')
      if (serials.length === 0) return refused(link, secret, language, 'watch.problem.serials')
      if (serials.length > BATCH_SERIALS) return refused(link, secret, language, 'watch.problem.many')
      await draw('verify', serials.length)
      const more = await watchMore(link, serials)
      return shown(more, more ? { added: more } : {})
    }
    default:
      return shown(await openWatchList(link), {})
  }
}

async function refused(
  link: string,
  secret: string,
  language: PageInput['language'],
  problem: `watch.problem.${'serials' | 'columns' | 'many'}`,
) {
  const list = await openWatchList(link)
  const { t } = createTranslator(language)
  const said = t(problem, { most: BATCH_SERIALS })
  return list && { status: 400, page: await renderWatchList(language, list, secret, {}, said) }
}

function renderLink(language: PageInput['language'], problem: string | null): Promise<string> {
  return renderPage(WatchLinkPage, { translator: createTranslator(language), host: site().host, problem })
}

function renderFailure({ code, retryAfterSeconds: seconds = 5 }: ServiceError, { language }: PageInput) {
  const { t } = createTranslator(language)
  return renderLink(
    language,
    code === 'rate_limited' ? t('watch.problem.rate', { seconds }) : t('watch.problem.failed'),
  )
}
