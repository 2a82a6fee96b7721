import { DocsSearchPage } from '@/components/docs/pages/docs-search-page'
import { renderPage } from '@/components/site/render-document'
import { docsSearchQuery } from '@/lib/contract/docs-search'
import { htmlResponse, pageEndpoint } from '@/lib/http/page-endpoint'
import { parseInput, queryOf } from '@/lib/http/receive/parse-input'
import { docsFailure, docsProps } from '../docs-answer'

/** What the documentation says of some words. Not counted: what is searched is held in memory. */
export const GET = pageEndpoint(
  {},
  async (input) => {
    const { q } = parseInput(docsSearchQuery, queryOf(input.request.url))
    const html = await renderPage(DocsSearchPage, { ...docsProps(input), words: q })
    return htmlResponse(200, html, { 'content-language': 'en' })
  },
  docsFailure,
)
