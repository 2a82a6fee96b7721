import { DocsOverview } from '@/components/docs/pages/docs-overview'
import { pageEndpoint } from '@/lib/http/page-endpoint'
import { docsAnswer, docsFailure, docsProps } from './docs-answer'

/** The first page of the documentation of the interface, as static markup. Not counted. */
export const GET = pageEndpoint({}, (input) => docsAnswer(input, '', DocsOverview, docsProps(input)), docsFailure)
