import { renderPage } from '@/components/site/render-document'
import { WatchPage, type WatchWords } from '@/components/watch/watch-page'
import { BATCH_SERIALS } from '@/lib/contract/check/check-many'
import { watchRequestShape } from '@/lib/contract/watch'
import type { ServiceError } from '@/lib/errors'
import { VERDICT_PAGE_HEADERS } from '@/lib/http/answer/verdict-page-headers'
import { readForm } from '@/lib/http/desk/read-form'
import { isOwnPage, requireOwnPage } from '@/lib/http/desk/require-own-page'
import { seeOther } from '@/lib/http/desk/see-other'
import { networkKey } from '@/lib/http/limits/address'
import { htmlResponse, type PageInput, pageEndpoint } from '@/lib/http/page-endpoint'
import { createTranslator } from '@/lib/i18n/translate'
import { typedList } from '@/lib/scan/list/typed-list'
import { LONGEST_LIST } from '@/lib/scan/typed/read-serials'
import { mailIsOn } from '@/lib/service/mail/enqueue-mail'
import { ownOrigins } from '@/lib/service/operation/own-origins'
import { askToWatch } from '@/lib/service/watch/ask-to-watch'
import { site } from '../site'

const NOTHING: WatchWords = { serials: '', email: '' }
/** The longest serial that a link to the form may carry. */
const LONGEST_LINKED = 200

/** The form that takes an address and serials. Nothing is looked up for it. */
export const GET = pageEndpoint(
  { group: 'watch', headers: VERDICT_PAGE_HEADERS },
  async ({ request, language }) => htmlResponse(200, await render(language, linked(request), null)),
  renderFailure,
)

type Problem = 'email' | 'serials' | 'columns' | 'many' | 'often'

/** Where it leads: the answer is the same for every serial and every address. Each serial is a place of verify by serial. */
export const POST = pageEndpoint(
  { group: 'sent_list', headers: VERDICT_PAGE_HEADERS },
  async ({ request, address, language, draw }) => {
    requireOwnPage(request)
    const words = await readWords(request)
    const refuse = async (status: number, problem: Problem) =>
      htmlResponse(status, await render(language, words, say(language, problem)))
    if (words.serials.length > LONGEST_LIST) return refuse(400, 'many')
    const { isTable, serials } = typedList(words.serials, [], ownOrigins(), false)
    if (isTable) return refuse(400, 'columns')
    if (serials.length > BATCH_SERIALS) return refuse(400, 'many')
    const order = watchRequestShape.safeParse({ serials, email: words.email })
    if (!order.success) return refuse(400, order.error.issues[0]?.path[0] === 'email' ? 'email' : 'serials')
    await draw('verify', serials.length)
    const { email } = order.data
    if ((await askToWatch({ serials, email, language, sender: networkKey(address) })) === 'too_often')
      return refuse(429, 'often')
    return seeOther('/watch/sent')
  },
  renderFailure,
)

function say(language: PageInput['language'], problem: Problem): string {
  const { t } = createTranslator(language)
  return problem === 'many' ? t('watch.problem.many', { most: BATCH_SERIALS }) : t(`watch.problem.${problem}`)
}

function render(language: PageInput['language'], words: WatchWords, problem: string | null): Promise<string> {
  const page = { translator: createTranslator(language), host: site().host, words, problem }
  return renderPage(WatchPage, { ...page, available: mailIsOn() })
}

/** Of a link to the form, which may name a serial. */
function linked(request: Request): WatchWords {
  return { ...NOTHING, serials: (new URL(request.url).searchParams.get('serial') ?? '').slice(0, LONGEST_LINKED) }
}

/** By request, since a body can be read once. */
const read = new WeakMap<Request, Promise<WatchWords>>()

function readWords(request: Request): Promise<WatchWords> {
  const found = read.get(request) ?? parseWords(request)
  read.set(request, found)
  return found
}

/** A page with a verdict sends its serials by themselves; the form here, as they were pasted. */
async function parseWords(request: Request): Promise<WatchWords> {
  const form = await readForm(request)
  const serials = [...form.getAll('serial'), form.get('serials') ?? ''].join('\n')
  return { serials: serials.trim(), email: form.get('email') ?? '' }
}

/** What was written stays in the form; but of another site's form nothing is shown. */
async function renderFailure({ code, retryAfterSeconds: seconds = 5 }: ServiceError, { request, language }: PageInput) {
  const { t } = createTranslator(language)
  const problem = code === 'rate_limited' ? t('watch.problem.rate', { seconds }) : t('watch.problem.failed')
  if (request.method !== 'POST') return render(language, linked(request), problem)
  const words = isOwnPage(request) ? await readWords(request).catch(() => NOTHING) : NOTHING
  return render(language, words, problem)
}
