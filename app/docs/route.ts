import { DocsFailure } from '@/components/docs/docs-failure'
import { DocsPage } from '@/components/docs/docs-page'
import { renderPage } from '@/components/site/render-document'
import type { OpenApiDocument } from '@/lib/contract/openapi/openapi-document'
import { sharedResponse } from '@/lib/http/answer/shared-response'
import { openApiDocument } from '@/lib/http/openapi/openapi'
import { pageEndpoint } from '@/lib/http/page-endpoint'
import { VARY_BY_LANGUAGE } from '@/lib/http/request-language'
import type { LanguageCode } from '@/lib/i18n/languages'
import { createTranslator } from '@/lib/i18n/translate'
import { site } from '../site'

const HEADERS = { 'content-type': 'text/html; charset=utf-8', 'content-language': 'en', vary: VARY_BY_LANGUAGE }

/** The page in each language that was asked for. It is the same for everybody, so each is made once. */
const pages = new WeakMap<OpenApiDocument, Map<LanguageCode, Uint8Array>>()

/** The documentation of the interface, as static markup, in English; what stands around it is in the visitor's language. Not counted. */
export const GET = pageEndpoint(
  {},
  async ({ request, language }) => sharedResponse(request, await pageIn(language), HEADERS),
  (_error, { language }) => renderPage(DocsFailure, { reader: createTranslator(language), host: site().host }),
)

async function pageIn(language: LanguageCode): Promise<Uint8Array> {
  const document = openApiDocument()
  const made = pages.get(document) ?? new Map<LanguageCode, Uint8Array>()
  const props = { reader: createTranslator(language), host: site().host, document }
  const page = made.get(language) ?? Buffer.from(await renderPage(DocsPage, props))
  pages.set(document, made.set(language, page))
  return page
}
