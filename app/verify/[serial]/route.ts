import { keptVerdictPage, renderVerdictPage } from '@/components/site/render-document'
import { type VerdictOutcome, verdictPath } from '@/components/verdict/verdict-view'
import type { VerifyAnswer } from '@/lib/contract/check/verification'
import { verificationUrl } from '@/lib/domain/certificate/present-certificate'
import { serialCheck, serialKey } from '@/lib/domain/certificate/serial'
import { serialInside } from '@/lib/domain/typed/serial-inside'
import { env } from '@/lib/env'
import type { ServiceError } from '@/lib/errors'
import { plainResponse } from '@/lib/http/answer/plain-response'
import { VERDICT_PAGE_HEADERS } from '@/lib/http/answer/verdict-page-headers'
import { isCompletedCheck, isLinkPreview, isPrefetch, refusePrefetch } from '@/lib/http/limits/check-purpose'
import { htmlResponse, type PageInput, pageEndpoint } from '@/lib/http/page-endpoint'
import type { LanguageCode } from '@/lib/i18n/languages'
import { log } from '@/lib/log'
import { readTypedText } from '@/lib/scan/typed/read-typed-text'
import { presentVerification } from '@/lib/service/check/present-verification'
import { verifyTyped } from '@/lib/service/check/verify-typed'
import { mailIsOn } from '@/lib/service/mail/enqueue-mail'
import { ownOrigins } from '@/lib/service/operation/own-origins'

/** The longest path that is read as a link somebody pasted: reading or showing more would cost more than a check. */
const LONGEST_READ = 2000

/** The verification page: what `verification_url` and the QR code open (spec part 13). */
export const GET = pageEndpoint(
  { group: 'verify', headers: VERDICT_PAGE_HEADERS },
  async ({ request, language, params: { serial = '' } }) => {
    refusePrefetch(request)
    const counted = isCompletedCheck(request) && !isLinkPreview(request)
    const { checked, meant: inside } = await verifyTyped(serial, { counted })
    if (!checked) {
      const meant = inside ?? serialMeant(serial)
      if (meant !== null) return plainResponse(303, { location: verdictPath(meant) }, null)
      const read = shown(serial)
      return htmlResponse(404, await page(language, read, { kind: 'not_found', serial: read }))
    }
    const answer = presentVerification(checked)
    return htmlResponse(200, await page(language, serial, answered(answer)))
  },
  (error, input) => renderRefusal(input, error),
)

/**
 * The one serial that a path holds among other words, such as a whole link; null for one other word, and for what may as well be the number
 * of an issuer: of that the answer is about what was typed.
 */
function serialMeant(text: string): string | null {
  if (text.length > LONGEST_READ || serialInside(text) !== null) return null
  const typed = readTypedText(text, ownOrigins())
  if (typed.kind !== 'serial' || typed.elsewhere || serialKey(typed.serial) === serialKey(text)) return null
  return /[\s/:]/u.test(text) || serialCheck(typed.serial) === 'own' ? typed.serial : null
}

/** Every outcome may be proved later, whatever it is. */
function answered(answer: VerifyAnswer): VerdictOutcome {
  const name = encodeURIComponent(answer.certificate.serial)
  const copies = [
    { kind: 'open_badge' as const, href: `/api/public/credentials/${name}/openbadge` },
    { kind: 'receipt' as const, href: `/api/public/credentials/verify/${name}/receipt?format=pdf` },
  ]
  return { kind: 'answer', answer, copies, watchable: mailIsOn() }
}

function renderRefusal({ request, language, params }: PageInput, error: ServiceError): Promise<string | Uint8Array> {
  const serial = shown(params.serial ?? '')
  const { retryAfterSeconds = 5 } = error
  if (error.code === 'rate_limited') return page(language, serial, { kind: 'too_many', retryAfterSeconds, serial })
  if (isPrefetch(request)) return page(language, serial, { kind: 'prefetch', serial })
  const isLost = error.details?.code === 'record_lost'
  return page(language, serial, { kind: 'could_not_check', retryAfterSeconds, serial, isLost })
}

/** What a page says of a path; a lone surrogate has no percent-encoding, and would be an exception instead of a page. */
function shown(serial: string): string {
  return serial.slice(0, LONGEST_READ).toWellFormed()
}

function page(language: LanguageCode, serial: string, outcome: VerdictOutcome): Promise<string | Uint8Array> {
  const view = {
    ...outcome,
    host: new URL(env().BASE_URL).host,
    address: verificationUrl(env().BASE_URL, serial),
    // Where something else than a check's result is shown, links are told apart.
    ...(outcome.kind !== 'answer' && { formerOrigins: ownOrigins().slice(1) }),
    checkedAt: new Date(),
    language,
  }
  // While somebody writes on the components and the words, each page is rendered as they are.
  if (env().NODE_ENV !== 'production') return renderVerdictPage(view)
  return keptVerdictPage(view, () =>
    log.error('a page was not what its template gives: its like are rendered from now on'),
  )
}
