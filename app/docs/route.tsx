import { DocsFailure } from '@/components/docs/docs-failure'
import { DocsPage } from '@/components/docs/docs-page'
import { renderDocument } from '@/components/render-document'
import { openApiDocument } from '@/lib/http/openapi'
import { htmlResponse, pageEndpoint } from '@/lib/http/page-endpoint'
import { defaultTranslator } from '@/lib/i18n/translate'
import { site } from '../site'

/** The documentation of the interface, as static markup. Not counted. */
export const GET = pageEndpoint(
  {},
  async () => {
    const page = <DocsPage translator={defaultTranslator()} host={site().host} document={openApiDocument()} />
    return htmlResponse(200, await renderDocument(page))
  },
  () => renderDocument(<DocsFailure translator={defaultTranslator()} host={site().host} />),
)
