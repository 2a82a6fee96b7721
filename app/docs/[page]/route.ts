import { anchorOf } from '@/components/docs/docs-anchor'
import { OTHER_PAGES, type OtherPage } from '@/components/docs/docs-places'
import { DocsGroupPage } from '@/components/docs/pages/docs-group-page'
import { DocsMissingPage } from '@/components/docs/pages/docs-missing-page'
import { DocsOtherPage } from '@/components/docs/pages/docs-other-page'
import { renderPage } from '@/components/site/render-document'
import { htmlResponse, pageEndpoint } from '@/lib/http/page-endpoint'
import { docsAnswer, docsFailure, docsProps } from '../docs-answer'

/** A page of the documentation: of a group of endpoints, or of what belongs to none. Not counted. */
export const GET = pageEndpoint(
  {},
  async (input) => {
    const props = docsProps(input)
    const { page = '' } = input.params
    if (isOtherPage(page)) return docsAnswer(input, page, DocsOtherPage, { ...props, name: page })
    const tag = props.document.tags.find(({ name }) => anchorOf(name) === page)
    if (tag) return docsAnswer(input, page, DocsGroupPage, { ...props, tag })
    return htmlResponse(404, await renderPage(DocsMissingPage, props), { 'content-language': 'en' })
  },
  docsFailure,
)

const isOtherPage = (name: string): name is OtherPage => Object.hasOwn(OTHER_PAGES, name)
