import { passportPath } from '@/components/passport/passport-view'
import { renderVerdictPage } from '@/components/site/render-document'
import { CHECK_MANY } from '@/components/site/site-links'
import { type VerdictOutcome, verdictPath } from '@/components/verdict/verdict-view'
import { isUuid } from '@/lib/domain/text/uuid'
import { ServiceError } from '@/lib/errors'
import { plainResponse } from '@/lib/http/answer/plain-response'
import { VERDICT_PAGE_HEADERS } from '@/lib/http/answer/verdict-page-headers'
import { htmlResponse, type PageInput, pageEndpoint } from '@/lib/http/page-endpoint'
import type { LanguageCode } from '@/lib/i18n/languages'
import { typedList } from '@/lib/scan/list/typed-list'
import { judgeTypedLinks } from '@/lib/scan/typed/judge-typed-links'
import { readTypedText } from '@/lib/scan/typed/read-typed-text'
import { holdsApiKey } from '@/lib/scan/typed/without-api-keys'
import { checkReference } from '@/lib/service/check/get-served-certificate'
import { ownOrigins } from '@/lib/service/operation/own-origins'
import { site } from '../site'

/** As many characters as the field of the form takes. With scripts the page itself reads more. */
const LONGEST_IN_FORM = 2000

/**
 * Where the form for a serial leads without scripts: whatever was typed is taken apart here, and leads on to the page of
 * its serial (303, path only), and counts like a check, since to read it takes as long. `id` names a certificate as the links to its files do. Nothing given leads back to the form.
 */
export const GET = pageEndpoint(
  { group: 'verify', headers: VERDICT_PAGE_HEADERS },
  async (input) => {
    const asked = new URL(input.request.url).searchParams
    const id = asked.get('id')
    if (id !== null) return byId(id, input)
    const text = (asked.get('serial') ?? '').slice(0, LONGEST_IN_FORM)
    // The field may have cut it: another serial may have stood behind, so that none is answered alone.
    const isCut = text.length === LONGEST_IN_FORM
    const typed = readTypedText(text, ownOrigins())
    switch (typed.kind) {
      case 'empty':
        return plainResponse(303, { location: '/' }, null)
      case 'serial': {
        const link = typed.elsewhere && judgeTypedLinks(typed.elsewhere, ownOrigins())
        if (link) return notFound(input, { kind: 'link_elsewhere', link, serial: typed.serial })
        return plainResponse(303, { location: isCut ? listPath(text) : verdictPath(typed.serial) }, null)
      }
      case 'id':
        return byId(typed.id, input)
      case 'several': {
        const { list: serials } = typedList(text, typed.serials, ownOrigins())
        return plainResponse(303, { location: listPath(isCut ? text : serials) }, null)
      }
      case 'elsewhere': {
        const link = judgeTypedLinks(typed.addresses, ownOrigins())
        return notFound(input, link ? { kind: 'link_elsewhere', link } : { kind: 'not_found', serial: text })
      }
      case 'passport':
        return plainResponse(303, { location: passportPath(typed.handle) }, null)
      case 'badge':
      case 'receipt':
      case 'nothing':
        // An API key has the form of a number that an issuer may have brought, and is none.
        return notFound(input, { kind: 'not_found', serial: holdsApiKey(text) ? '' : text })
    }
  },
  (error, { request, language }) => {
    const retryAfterSeconds = error.retryAfterSeconds ?? 5
    const kind = error.code === 'rate_limited' ? 'too_many' : 'could_not_check'
    return render(language, { kind, retryAfterSeconds }, new URL(request.url).search)
  },
)

const listPath = (serials: string) => `${CHECK_MANY}?${new URLSearchParams({ serials }).toString()}`

/** A link to a file names its certificate by id; its page is that of the serial. No completed check: what it leads to is. */
async function byId(id: string, input: PageInput): Promise<Response> {
  try {
    if (!isUuid(id)) throw new ServiceError('not_found', 'No certificate matches.')
    const { certificate } = (await checkReference(id)).judgement
    const serial = certificate.kind === 'genuine' ? certificate.content.serial : certificate.serial
    return plainResponse(303, { location: verdictPath(serial) }, null)
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'not_found') throw error
    return notFound(input, { kind: 'not_found', serial: id })
  }
}

async function notFound({ language }: PageInput, outcome: VerdictOutcome): Promise<Response> {
  return htmlResponse(404, await render(language, outcome))
}

/** @param asked the part of the address after the path, where the same is to be asked again */
function render(language: LanguageCode, outcome: VerdictOutcome, asked = ''): Promise<string> {
  const { host, origin } = site()
  const page = {
    host,
    address: `${origin}/verify${asked}`,
    formerOrigins: ownOrigins().slice(1),
    checkedAt: new Date(),
    language,
  }
  return renderVerdictPage({ ...page, ...outcome })
}
