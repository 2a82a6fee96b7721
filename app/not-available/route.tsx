import { NotAvailablePage } from '@/components/not-available-page'
import { renderDocument } from '@/components/render-document'
import { htmlResponse, pageEndpoint } from '@/lib/http/page-endpoint'
import { jsonResponse } from '@/lib/http/respond'
import { defaultTranslator } from '@/lib/i18n/translate'
import { site } from '../site'
import { prefersHtml } from './prefers-html'

const HEADERS = { vary: 'accept', 'x-robots-tag': 'noindex' }

/**
 * Where requests from a country or network that is not served are sent (interface.md part 8): 403 to any method, as a
 * page or as JSON by `accept`. The body of the request is never read, since a 307 repeats whatever was posted.
 */
const answer = pageEndpoint(
  { headers: HEADERS },
  async ({ request }) => {
    if (prefersHtml(request.headers.get('accept'))) return htmlResponse(403, await page())
    return jsonResponse(403, {}, { success: false, error: defaultTranslator().t('notAvailable.error') })
  },
  page,
)

export const GET = answer
export const HEAD = answer
export const POST = answer
export const PUT = answer
export const PATCH = answer
export const DELETE = answer
export const OPTIONS = answer

function page(): Promise<string> {
  return renderDocument(<NotAvailablePage translator={defaultTranslator()} host={site().host} />)
}
