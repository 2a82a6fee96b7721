import { MissingDocument } from '@/components/file/missing-document'
import { renderPage } from '@/components/site/render-document'
import { verdictPath } from '@/components/verdict/verdict-view'
import { serialCheck } from '@/lib/domain/certificate/serial'
import { plainResponse } from '@/lib/http/answer/plain-response'
import { ownPath } from '@/lib/http/desk/own-path'
import { htmlResponse, type PageInput, pageEndpoint } from '@/lib/http/page-endpoint'
import { createTranslator } from '@/lib/i18n/translate'
import { readTypedText } from '@/lib/scan/typed/read-typed-text'
import { ownOrigins } from '@/lib/service/operation/own-origins'
import { site } from '../site'

const LONGEST_READ = 300

/** Answers every address that holds nothing. */
const answer = pageEndpoint(
  {},
  async (input) => htmlResponse(404, await page(input)),
  (_error, input) => page(input),
)

/** A link whose path was changed on its way still leads to its certificate, as it does where it is pasted. */
export const GET = pageEndpoint(
  {},
  async (input) => {
    const { pathname } = new URL(input.request.url)
    const typed = pathname.length <= LONGEST_READ && readTypedText(`${site().origin}${pathname}`, ownOrigins())
    if (typed && typed.kind === 'serial' && serialCheck(typed.serial) === 'own')
      return plainResponse(303, { location: verdictPath(typed.serial) }, null)
    return htmlResponse(404, await page(input))
  },
  (_error, input) => page(input),
)
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
