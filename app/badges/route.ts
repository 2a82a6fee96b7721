import type { BadgeOutcome } from '@/components/badge/badge-view'
import { renderBadgeForm, renderBadgeReport } from '@/components/badge/render-badge-page'
import type { ServiceError } from '@/lib/errors'
import { VERDICT_PAGE_HEADERS } from '@/lib/http/answer/verdict-page-headers'
import { htmlResponse, pageEndpoint } from '@/lib/http/page-endpoint'
import { receiveFileOrText } from '@/lib/http/receive/receive-file-or-text'
import type { LanguageCode } from '@/lib/i18n/languages'
import { createTranslator } from '@/lib/i18n/translate'
import { whereItBelongs } from '@/lib/scan/typed/where-it-belongs'
import { validateOpenBadge } from '@/lib/service/badges/validate-open-badge'
import { ownOrigins } from '@/lib/service/operation/own-origins'
import { site } from '../site'
import { badgeOutcome, statusOf } from './badge-outcome'

/** Seconds after which asking for what could not be reached makes sense. */
const RETRY_AFTER = '60'
const CONFIG = { group: 'open_badge_validation', headers: VERDICT_PAGE_HEADERS } as const

/** The page that takes a badge of anybody. */
export const GET = pageEndpoint(
  CONFIG,
  async ({ language }) => htmlResponse(200, await renderBadgeForm(createTranslator(language), site().host)),
  (error, { language }) => render(language, refusal(error)),
)

/** Where its form leads; the same validation as POST /api/public/openbadges/validate, with the same statuses. */
export const POST = pageEndpoint(
  CONFIG,
  async ({ request, language }) => {
    const bytes = await receiveFileOrText(request)
    const validation = await validateOpenBadge(bytes)
    const outcome = badgeOutcome(validation, whereItBelongs(bytes, ownOrigins()))
    const status = statusOf(outcome)
    const html = await render(language, outcome, new Date(validation.validatedAt))
    return htmlResponse(status, html, status === 503 ? { 'retry-after': RETRY_AFTER } : {})
  },
  (error, { language }) => render(language, refusal(error)),
)

function refusal({ code, retryAfterSeconds = 5 }: ServiceError): BadgeOutcome {
  if (code === 'too_large') return { kind: 'too_large' }
  if (code === 'malformed') return { kind: 'nothing_sent' }
  return { kind: code === 'rate_limited' ? 'too_many' : 'failed', retryAfterSeconds }
}

function render(language: LanguageCode, outcome: BadgeOutcome, checkedAt = new Date()): Promise<string> {
  return renderBadgeReport(createTranslator(language), { ...outcome, ...site(), checkedAt })
}
