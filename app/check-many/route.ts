import { CheckManyPage } from '@/components/many/check-many-page'
import type { CheckManyOutcome } from '@/components/many/check-many-view'
import { renderPage } from '@/components/site/render-document'
import { MOST_AT_ONCE } from '@/lib/contract/check/check-many'
import { unknownSerial } from '@/lib/domain/certificate/unknown-serial'
import { ServiceError } from '@/lib/errors'
import { VERDICT_PAGE_HEADERS } from '@/lib/http/answer/verdict-page-headers'
import { htmlResponse, type PageInput, pageEndpoint } from '@/lib/http/page-endpoint'
import { receiveSerials } from '@/lib/http/receive/receive-serials'
import { createTranslator } from '@/lib/i18n/translate'
import { ofAnswers, readAnswered, writeAnswered } from '@/lib/scan/list/answered-lists'
import { LONGEST_LIST } from '@/lib/scan/typed/read-serials'
import { LONGEST_TYPED, readTypedText } from '@/lib/scan/typed/read-typed-text'
import { presentBatchEntry } from '@/lib/service/check/present-batch'
import { verifyListed } from '@/lib/service/check/verify-typed'
import { mailIsOn } from '@/lib/service/mail/enqueue-mail'
import { ownOrigins } from '@/lib/service/operation/own-origins'
import { site } from '../site'

/** Photos of certificates are read on the device. */
const CONFIG = { headers: VERDICT_PAGE_HEADERS, scanner: true }
/** The longest list that an address may carry, in characters. */
const LONGEST_ASKED = 4000
const RETRY_AFTER_SECONDS = 5
/** Of a form: as many letters as are read of it, in whatever script they are sent. */
const MOST_BYTES = 1024 * 1024

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
  { ...CONFIG, group: 'sent_list' },
  async ({ request, language, draw }) => {
    const { texts: sent, field } = await receiveSerials(request, MOST_BYTES)
    const lists = readAnswered(field('lists'), field('column')) ?? { texts: sent, answers: [] }
    // The page's script goes on with it from the field.
    if (lists.texts.join('').length > LONGEST_LIST)
      return respond(413, language, field('serials').slice(0, LONGEST_TYPED), { kind: 'too_many_serials' })
    const left = ofAnswers(lists, ownOrigins())
    if (left.asked !== null) {
      const question = { columns: left.asked, lists: writeAnswered(left.lists) }
      return respond(200, language, field('serials'), { kind: 'columns', ...question })
    }
    // A row of a list that holds no serial is shown as one, so that nobody misses it.
    const elsewhere = left.serials.slice(0, MOST_AT_ONCE).filter(leadsElsewhere)
    const isList = elsewhere.length > 0 || left.serials.some((serial) => unknownSerial(serial).kind !== 'nothing')
    const serials = isList ? left.serials : []
    const listed = serials.join('\n')
    if (serials.length === 0)
      return respond(400, language, lists.texts.length === 0 ? field('serials') : '', { kind: 'none' })
    if (serials.length > MOST_AT_ONCE)
      return respond(400, language, listed, { kind: 'too_many_serials', count: serials.length })
    await draw('verify', serials.length).catch((error: unknown) => {
      throw error instanceof ServiceError && error.code === 'rate_limited' ? new Unchecked(error, serials) : error
    })
    const entries = await verifyListed(serials).catch((error: unknown) => {
      throw error instanceof ServiceError && error.code === 'unavailable' ? new Unchecked(error, serials) : error
    })
    return respond(200, language, listed, { kind: 'results', rows: entries.map(presentBatchEntry), elsewhere })
  },
  (error, { language }) => {
    const retryAfterSeconds = error.retryAfterSeconds ?? RETRY_AFTER_SECONDS
    if (error instanceof Unchecked) {
      const { serials } = error
      const isTooMany = error.code === 'rate_limited'
      const refused: CheckManyOutcome = { kind: 'too_many', count: serials.length, retryAfterSeconds }
      return render(language, serials.join('\n'), isTooMany ? refused : couldNotCheck(retryAfterSeconds))
    }
    if (error.code === 'rate_limited') return render(language, '', { kind: 'too_many', retryAfterSeconds })
    if (error.code === 'malformed') return render(language, '', { kind: 'none' })
    if (error.code === 'too_large') return render(language, '', { kind: 'too_many_serials' })
    return render(language, '', couldNotCheck(retryAfterSeconds))
  },
)

/** A refusal that keeps what was asked for, so that nobody has to paste it again. */
class Unchecked extends ServiceError {
  constructor(
    refusal: ServiceError,
    readonly serials: readonly string[],
  ) {
    super(refusal.code, refusal.message, {
      cause: refusal.cause,
      retryAfterSeconds: refusal.retryAfterSeconds ?? RETRY_AFTER_SECONDS,
    })
  }
}

const leadsElsewhere = (text: string) => readTypedText(text, ownOrigins()).kind === 'elsewhere'

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
  const view = { ...outcome, watchable: mailIsOn(), ...site(), formerOrigins, serials, checkedAt: new Date() }
  return renderPage(CheckManyPage, { translator: createTranslator(language), view })
}
