import { MissingDocument } from '@/components/file/missing-document'
import { renderPage } from '@/components/site/render-document'
import { ownPath } from '@/lib/http/desk/own-path'
import { htmlResponse, type PageInput, pageEndpoint } from '@/lib/http/page-endpoint'
import { createTranslator } from '@/lib/i18n/translate'
import { ownOrigins } from '@/lib/service/operation/own-origins'
import { site } from '../site'

/** Answers every address that holds nothing. */
const answer = pageEndpoint(
  {},
  async (input) => htmlResponse(404, await page(input)),
  (_error, input) => page(input),
)

export const GET = answer
export const POST = answer

function page({ request, language }: PageInput): Promise<string> {
  const { pathname, search } = new URL(request.url)
  const path = ownPath(pathname + search) ?? '/'
  return renderPage(MissingDocument, {
    translator: createTranslator(language),
    host: site().host,
    origins: ownOrigins(),
    path,
  })
}
