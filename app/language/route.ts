import { OfflinePage } from '@/components/site/offline-page'
import { renderPage } from '@/components/site/render-document'
import { HOME } from '@/components/site/site-links'
import { plainResponse } from '@/lib/http/answer/plain-response'
import { ownPath } from '@/lib/http/desk/own-path'
import { pageEndpoint } from '@/lib/http/page-endpoint'
import { readBody } from '@/lib/http/receive/read-body'
import { languageCookie } from '@/lib/http/request-language'
import { findLanguage } from '@/lib/i18n/languages'
import { createTranslator } from '@/lib/i18n/translate'
import { site } from '../site'

const FORM_BYTES = 8 * 1024

/**
 * The target of the language switch: keeps the choice in a cookie and goes back to the page that it came from (303), so
 * that no address carries a language and every link can be passed on. The cookie is set only here. Another site may
 * link here, but cannot choose a language for its visitors.
 */
export const POST = pageEndpoint(
  { group: 'sent_body' },
  async ({ request }) => {
    const form = new URLSearchParams(Buffer.from(await readBody(request, FORM_BYTES)).toString('utf8'))
    const location = ownPath(form.get('return') ?? '') ?? HOME
    const language = findLanguage(form.get('language') ?? '')
    if (!language || request.headers.get('sec-fetch-site') === 'cross-site') {
      return plainResponse(303, { location }, null)
    }
    const secure = site().origin.startsWith('https:')
    return plainResponse(303, { location, 'set-cookie': languageCookie(language.code, secure) }, null)
  },
  (error, { language }) =>
    renderPage(OfflinePage, {
      translator: createTranslator(language),
      host: site().host,
      sentence: error.code === 'rate_limited' ? 'issuers.tooMany' : 'failed.heading',
    }),
)
