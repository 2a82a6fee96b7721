import { BADGE_BYTES, badgeValidationAnswerShape } from '@/lib/contract/badge/badge-validation'
import { badgeReply } from '@/lib/http/answer/badge-reply'
import { endpoint } from '@/lib/http/endpoint'
import { receiveBadge } from '@/lib/http/receive/receive-badge'
import { documentBodyBytes } from '@/lib/http/receive/receive-document'
import { validateOpenBadge } from '@/lib/service/badges/validate-open-badge'

/** Open Badge validation (spec parts 5 and 6). */
export const POST = endpoint(
  {
    group: 'open_badge_validation',
    body: { maxBytes: documentBodyBytes(BADGE_BYTES) },
    response: badgeValidationAnswerShape,
  },
  async ({ request }) => badgeReply(await validateOpenBadge(await receiveBadge(request, BADGE_BYTES))),
)
