import { NotAvailablePage } from '@/components/site/not-available-page'
import { renderPage } from '@/components/site/render-document'
import { jsonResponse } from '@/lib/http/answer/respond'
import { htmlResponse, pageEndpoint } from '@/lib/http/page-endpoint'
import type { LanguageCode } from '@/lib/i18n/languages'
import { createTranslator } from '@/lib/i18n/translate'
import { ownOrigins } from '@/lib/service/operation/own-origins'
import { site } from '../site'
import { prefersHtml } from './prefers-html'

const HEADERS = { vary: 'accept', 'x-robots-tag': 'noindex' }

/**
 * The target for requests from a country or network that is not served (interface.md part 8): 403 to every method, as a
 * page or as JSON by `accept`. The body is never read, since a 307 repeats whatever was posted.
 */
const answer = pageEndpoint(
  { headers: HEADERS },
  async ({ request, language }) => {
    if (prefersHtml(request.headers.get('accept'))) return htmlResponse(403, await page(language))
    // Programs are spoken to in English throughout.
    const error = createTranslator('en').t('notAvailable.error')
    return jsonResponse(403, { 'content-language': 'en' }, { success: false, error })
  },
  (_error, { language }) => page(language),
)

export const GET = answer
export const HEAD = answer
export const POST = answer
export const PUT = answer
export const PATCH = answer
export const DELETE = answer
export const OPTIONS = answer

function page(language: LanguageCode): Promise<string> {
  return renderPage(NotAvailablePage, {
    translator: createTranslator(language),
    host: site().host,
    origins: ownOrigins(),
  })
}
