import { renderReport } from '@/components/report/render-report-page'
import type { ReportWords } from '@/components/report/report-page'
import { REPORT_KINDS } from '@/lib/domain/text/report'
import type { ServiceError } from '@/lib/errors'
import { VERDICT_PAGE_HEADERS } from '@/lib/http/answer/verdict-page-headers'
import { readForm } from '@/lib/http/desk/read-form'
import { isOwnPage, requireOwnPage } from '@/lib/http/desk/require-own-page'
import { seeOther } from '@/lib/http/desk/see-other'
import { networkKey } from '@/lib/http/limits/address'
import { htmlResponse, type PageInput, pageEndpoint } from '@/lib/http/page-endpoint'
import { createTranslator } from '@/lib/i18n/translate'
import { readTypedText } from '@/lib/scan/typed/read-typed-text'
import { ownOrigins } from '@/lib/service/operation/own-origins'
import { sendReport } from '@/lib/service/reports/send-report'
import { site } from '../site'

const NOTHING: ReportWords = { kind: null, serial: '', message: '', email: '' }

/** The form that reports a forgery or a mistake. Nothing is looked up for it: it is the same for every serial. */
export const GET = pageEndpoint(
  { group: 'report', headers: VERDICT_PAGE_HEADERS },
  async ({ request, language }) => {
    return htmlResponse(200, await render(language, linkedWords(request), null))
  },
  renderFailure,
)

/** Where it leads. The answer is the same for every serial, known or not. */
export const POST = pageEndpoint(
  { group: 'report_sending', headers: VERDICT_PAGE_HEADERS },
  async ({ request, address, language }) => {
    requireOwnPage(request)
    const words = await readWords(request)
    const about = { ...words, kind: words.kind ?? '', serial: meantSerial(words.serial) }
    const sent = await sendReport(about, networkKey(address))
    if (sent === 'sent') return seeOther('/report/sent')
    const problem = createTranslator(language).t(`report.problem.${sent}`)
    return htmlResponse(sent === 'too_many' ? 429 : 400, await render(language, words, problem))
  },
  renderFailure,
)

function render(language: PageInput['language'], words: ReportWords, problem: string | null): Promise<string> {
  return renderReport(createTranslator(language), site().host, words, problem)
}

/** Of a link to the form, which may name a serial. */
function linkedWords(request: Request): ReportWords {
  const serial = (new URL(request.url).searchParams.get('serial') ?? '').slice(0, 200)
  return { ...NOTHING, serial }
}

/** The one serial of a link or a line that was pasted; otherwise the text as it is, so that its reader sees what was meant. */
function meantSerial(text: string): string {
  const typed = readTypedText(text, ownOrigins())
  return typed.kind === 'serial' && !typed.elsewhere ? typed.serial : text
}

/** By request, since a body can be read once. */
const read = new WeakMap<Request, Promise<ReportWords>>()

function readWords(request: Request): Promise<ReportWords> {
  const found = read.get(request) ?? parseWords(request)
  read.set(request, found)
  return found
}

async function parseWords(request: Request): Promise<ReportWords> {
  const form = await readForm(request)
  const field = (name: string) => form.get(name) ?? ''
  const kind = REPORT_KINDS.find((one) => one === field('kind')) ?? null
  return { kind, serial: field('serial'), message: field('message'), email: field('email') }
}

/** What was written stays in the form, so that it can be sent again; but of another site's form nothing is shown. */
async function renderFailure({ code, retryAfterSeconds: seconds = 5 }: ServiceError, { request, language }: PageInput) {
  const { t } = createTranslator(language)
  const problem = code === 'rate_limited' ? t('report.problem.rate', { seconds }) : t('report.problem.failed')
  if (request.method !== 'POST') return render(language, linkedWords(request), problem)
  const words = isOwnPage(request) ? await readWords(request).catch(() => NOTHING) : NOTHING
  return render(language, words, problem)
}
