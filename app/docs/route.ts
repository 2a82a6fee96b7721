import { DocsFailure } from '@/components/docs/docs-failure'
import { DocsPage } from '@/components/docs/docs-page'
import { renderPage } from '@/components/render-document'
import { openApiDocument } from '@/lib/http/openapi'
import { htmlResponse, pageEndpoint } from '@/lib/http/page-endpoint'
import { createTranslator } from '@/lib/i18n/translate'
import { site } from '../site'

/** The documentation of the interface, as static markup, in English; what stands around it is in the visitor's language. Not counted. */
export const GET = pageEndpoint(
  {},
  async ({ language }) => {
    const page = { reader: createTranslator(language), host: site().host, document: openApiDocument() }
    return htmlResponse(200, await renderPage(DocsPage, page), { 'content-language': 'en' })
  },
  (_error, { language }) => renderPage(DocsFailure, { reader: createTranslator(language), host: site().host }),
)
