import { OfflinePage } from '@/components/site/offline-page'
import { renderPage } from '@/components/site/render-document'
import { htmlResponse, type PageInput, pageEndpoint } from '@/lib/http/page-endpoint'
import { createTranslator } from '@/lib/i18n/translate'
import { site } from '../site'

const page = ({ language }: PageInput) =>
  renderPage(OfflinePage, { translator: createTranslator(language), host: site().host })

/** The page that the service worker keeps for the time without a connection. */
export const GET = pageEndpoint(
  {},
  async (input) => htmlResponse(200, await page(input)),
  (_error, input) => page(input),
)
