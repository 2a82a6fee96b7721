import { OfflinePage } from '@/components/offline-page'
import { renderDocument } from '@/components/render-document'
import { htmlResponse, pageEndpoint } from '@/lib/http/page-endpoint'
import { defaultTranslator } from '@/lib/i18n/translate'
import { site } from '../site'

const page = () => renderDocument(<OfflinePage translator={defaultTranslator()} host={site().host} />)

/** The page that the service worker keeps for the time without a connection. */
export const GET = pageEndpoint({}, async () => htmlResponse(200, await page()), page)
