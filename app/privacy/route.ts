import { OfflinePage } from '@/components/site/offline-page'
import { PrivacyPage } from '@/components/site/privacy-page'
import { renderPage } from '@/components/site/render-document'
import { htmlResponse, pageEndpoint } from '@/lib/http/page-endpoint'
import { createTranslator } from '@/lib/i18n/translate'
import { site } from '../site'

/** The privacy page: which data of people this service keeps. Not counted, and the same for everybody. */
export const GET = pageEndpoint(
  {},
  async ({ language }) => {
    const page = { translator: createTranslator(language), host: site().host }
    return htmlResponse(200, await renderPage(PrivacyPage, page))
  },
  (_error, { language }) =>
    renderPage(OfflinePage, { translator: createTranslator(language), host: site().host, sentence: 'failed.heading' }),
)
