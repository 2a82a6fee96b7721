import { CheckManyPage } from '@/components/many/check-many-page'
import type { CheckManyOutcome } from '@/components/many/check-many-view'
import { renderPage } from '@/components/site/render-document'
import { MOST_AT_ONCE } from '@/lib/contract/check/check-many'
import { unknownSerial } from '@/lib/domain/certificate/unknown-serial'
import { htmlResponse, type PageInput, pageEndpoint } from '@/lib/http/page-endpoint'
import { receiveSerials } from '@/lib/http/receive/receive-serials'
import { VERDICT_PAGE_HEADERS } from '@/lib/http/answer/verdict-page-headers'
import { createTranslator } from '@/lib/i18n/translate'
import { LONGEST_TYPED } from '@/lib/scan/typed/read-typed-text'
import { readSerials } from '@/lib/scan/typed/read-serials'
import { verifyMany } from '@/lib/service/check/verify-many'
import { ServiceError } from '@/lib/errors'
import { ownOrigins, site } from '../site'

const CONFIG = { headers: VERDICT_PAGE_HEADERS }
/** The longest list that an address may carry, in characters. */
const LONGEST_ASKED = 4000
const RETRY_AFTER_SECONDS = 5
/** So many are counted, to say how many there are too many. */
const MOST_READ = 200

/** The page that takes several serials; those of its address stand in the field, and are checked once they are sent. */
export const GET = pageEndpoint(
  CONFIG,
  ({ request, language }) => {
    const serials = new URL(request.url).searchParams.get('serials') ?? ''
    return respond(200, language, serials.slice(0, LONGEST_ASKED), { kind: 'form' })
  },
  (_error, { language }) => render(language, '', couldNotCheck()),
)

/**
 * Checks up to twenty serials, each as if it had been asked for alone: each completed check is counted, and each takes a
 * place of the limit of verify by serial. Too few left: nothing is done.
 */
export const POST = pageEndpoint(
  CONFIG,
  async ({ request, language, draw }) => {
    const { text } = await receiveSerials(request)
    const read = readSerials(text.slice(0, LONGEST_TYPED), ownOrigins(), MOST_READ)
    const serials = read.filter((serial) => unknownSerial(serial).kind !== 'nothing')
    const [first] = serials
    const listed = serials.join('\n')
    if (first === undefined) return respond(400, language, '', { kind: 'none' })
    if (serials.length > MOST_AT_ONCE)
      return respond(400, language, listed, { kind: 'too_many_serials', count: serials.length })
    await draw('verify', serials.length).catch((error: unknown) => {
      throw error instanceof ServiceError && error.code === 'rate_limited' ? new TooFewPlaces(error, serials) : error
    })
    const checked = await verifyMany(serials)
    const rows = checked.map((one) => ({ serial: one.serial, ...(one.kind === 'checked' && { answer: one.answer }) }))
    if (checked.some(({ kind }) => kind === 'checked')) return respond(200, language, listed, { kind: 'results', rows })
    return respond(503, language, listed, couldNotCheck(), { 'retry-after': String(RETRY_AFTER_SECONDS) })
  },
  (error, { language }) => {
    const retryAfterSeconds = error.retryAfterSeconds ?? RETRY_AFTER_SECONDS
    if (error instanceof TooFewPlaces) {
      const { serials } = error
      return render(language, serials.join('\n'), { kind: 'too_many', count: serials.length, retryAfterSeconds })
    }
    if (error.code === 'malformed') return render(language, '', { kind: 'none' })
    if (error.code === 'too_large') return render(language, '', { kind: 'too_many_serials', count: MOST_READ })
    return render(language, '', couldNotCheck(retryAfterSeconds))
  },
)

/** A refusal that keeps what was asked for, so that nobody has to paste it again. */
class TooFewPlaces extends ServiceError {
  constructor(
    refusal: ServiceError,
    readonly serials: readonly string[],
  ) {
    super('rate_limited', refusal.message, { retryAfterSeconds: refusal.retryAfterSeconds })
  }
}

function couldNotCheck(retryAfterSeconds = RETRY_AFTER_SECONDS): CheckManyOutcome {
  return { kind: 'could_not_check', retryAfterSeconds }
}

type Language = PageInput['language']

async function respond(
  status: number,
  language: Language,
  serials: string,
  outcome: CheckManyOutcome,
  headers: Record<string, string> = {},
): Promise<Response> {
  return htmlResponse(status, await render(language, serials, outcome), headers)
}

function render(language: Language, serials: string, outcome: CheckManyOutcome): Promise<string> {
  const [, ...formerOrigins] = ownOrigins()
  const view = { ...outcome, ...site(), formerOrigins, serials, checkedAt: new Date() }
  return renderPage(CheckManyPage, { translator: createTranslator(language), view })
}
