import { ScanPage } from '@/components/scan/scan-page'
import { OfflinePage } from '@/components/site/offline-page'
import { renderPage } from '@/components/site/render-document'
import { SCAN } from '@/components/site/site-links'
import type { ServiceError } from '@/lib/errors'
import { plainResponse } from '@/lib/http/answer/plain-response'
import { htmlResponse, type PageInput, pageEndpoint } from '@/lib/http/page-endpoint'
import { createTranslator } from '@/lib/i18n/translate'
import { ownOrigins } from '@/lib/service/operation/own-origins'
import { site } from '../site'

const failed = (_error: ServiceError, { language }: PageInput) =>
  renderPage(OfflinePage, { translator: createTranslator(language), host: site().host, sentence: 'failed.heading' })

/**
 * The page that reads QR codes, in the browser alone (spec part 19, “Scanning”). Opening it is not counted; a check
 * that follows is.
 */
export const GET = pageEndpoint(
  { scanner: true },
  async ({ language }) => {
    const [origin, ...formerOrigins] = ownOrigins()
    const page = { translator: createTranslator(language), origin, formerOrigins }
    return htmlResponse(200, await renderPage(ScanPage, page))
  },
  failed,
)

/**
 * Where a picture arrives that was shared with the app while its service worker was not there to take it. No picture is
 * to leave the device, so the body is never read: the page is opened, and asks for the picture there.
 */
export const POST = pageEndpoint({}, () => plainResponse(303, { location: SCAN }, null), failed)
