import { HomeDocument } from '@/components/site/home-document'
import { OfflinePage } from '@/components/site/offline-page'
import { renderPage } from '@/components/site/render-document'
import { htmlResponse, pageEndpoint } from '@/lib/http/page-endpoint'
import { createTranslator } from '@/lib/i18n/translate'
import { ownOrigins } from '@/lib/service/operation/own-origins'
import { site } from './site'

/** Home: scan a code, type a serial, choose a file. Not counted, and the same for everybody. */
export const GET = pageEndpoint(
  {},
  async ({ language }) => {
    const [origin, ...formerOrigins] = ownOrigins()
    const page = { translator: createTranslator(language), origin, formerOrigins }
    return htmlResponse(200, await renderPage(HomeDocument, page))
  },
  (_error, { language }) =>
    renderPage(OfflinePage, { translator: createTranslator(language), host: site().host, sentence: 'failed.heading' }),
)
