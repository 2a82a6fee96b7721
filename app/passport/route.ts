import { PassportStartPage } from '@/components/passport/passport-start-page'
import { OfflinePage } from '@/components/site/offline-page'
import { renderPage } from '@/components/site/render-document'
import { VERDICT_PAGE_HEADERS } from '@/lib/http/answer/verdict-page-headers'
import { htmlResponse, pageEndpoint } from '@/lib/http/page-endpoint'
import { createTranslator } from '@/lib/i18n/translate'
import { site } from '../site'

/** The page for a holder without the link of a passport: the same for everybody, since nothing is looked up. */
export const GET = pageEndpoint(
  { headers: VERDICT_PAGE_HEADERS },
  async ({ language }) =>
    htmlResponse(
      200,
      await renderPage(PassportStartPage, { translator: createTranslator(language), host: site().host }),
    ),
  (_error, { language }) =>
    renderPage(OfflinePage, { translator: createTranslator(language), host: site().host, sentence: 'failed.heading' }),
)
