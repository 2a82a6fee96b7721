import { renderReportSent } from '@/components/report/render-report-page'
import { VERDICT_PAGE_HEADERS } from '@/lib/http/answer/verdict-page-headers'
import { htmlResponse, type PageInput, pageEndpoint } from '@/lib/http/page-endpoint'
import { createTranslator } from '@/lib/i18n/translate'
import { site } from '../../site'

/** What a visitor sees after a report was sent. */
export const GET = pageEndpoint(
  { headers: VERDICT_PAGE_HEADERS },
  async ({ language }) => htmlResponse(200, await render(language)),
  (_error, { language }) => render(language),
)

function render(language: PageInput['language']): Promise<string> {
  return renderReportSent(createTranslator(language), site().host)
}
