import { TryItPage } from '@/components/docs/pages/try-it-page'
import { pageEndpoint } from '@/lib/http/page-endpoint'
import { docsAnswer, docsFailure, docsProps } from '../docs-answer'

/** Where requests are tried out: the page that loads Swagger UI. Not counted. */
export const GET = pageEndpoint({}, (input) => docsAnswer(input, 'try', TryItPage, docsProps(input)), docsFailure)
