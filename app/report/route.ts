import { renderReport } from '@/components/render-report-page'
import type { ReportWords } from '@/components/report-page'
import { REPORT_KINDS } from '@/lib/domain/report'
import type { ServiceError } from '@/lib/errors'
import { htmlResponse, type PageInput, pageEndpoint } from '@/lib/http/page-endpoint'
import { readForm } from '@/lib/http/read-form'
import { requireOwnPage } from '@/lib/http/require-own-page'
import { seeOther } from '@/lib/http/see-other'
import { VERDICT_PAGE_HEADERS } from '@/lib/http/verdict-page-headers'
import { createTranslator } from '@/lib/i18n/translate'
import { sendReport } from '@/lib/service/send-report'
import { site } from '../site'

const NOTHING: ReportWords = { kind: null, serial: '', message: '', email: '' }

/** The form that reports a forgery or a mistake. Nothing is looked up for it: it is the same for every serial. */
export const GET = pageEndpoint(
  { group: 'report', headers: VERDICT_PAGE_HEADERS },
  async ({ request, language }) => {
    const serial = (new URL(request.url).searchParams.get('serial') ?? '').slice(0, 200)
    return htmlResponse(200, await render(language, { ...NOTHING, serial }, null))
  },
  renderFailure,
)

/** Where it leads. The answer is the same for every serial, known or not. */
export const POST = pageEndpoint(
  { group: 'report_sending', headers: VERDICT_PAGE_HEADERS },
  async ({ request, language }) => {
    requireOwnPage(request)
    const form = await readForm(request)
    const field = (name: string) => form.get(name) ?? ''
    const written = { kind: field('kind'), serial: field('serial'), message: field('message'), email: field('email') }
    const sent = await sendReport(written)
    if (sent === 'sent') return seeOther('/report/sent')
    const problem = createTranslator(language).t(`report.problem.${sent}`)
    const kind = REPORT_KINDS.find((one) => one === written.kind) ?? null
    return htmlResponse(sent === 'too_many' ? 429 : 400, await render(language, { ...written, kind }, problem))
  },
  renderFailure,
)

function render(language: PageInput['language'], words: ReportWords, problem: string | null): Promise<string> {
  return renderReport(createTranslator(language), site().host, words, problem)
}

function renderFailure({ code, retryAfterSeconds: seconds = 5 }: ServiceError, { language }: PageInput) {
  const { t } = createTranslator(language)
  const problem = code === 'rate_limited' ? t('report.problem.rate', { seconds }) : t('report.problem.failed')
  return render(language, NOTHING, problem)
}
