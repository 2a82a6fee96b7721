import type { BadgeValidationAnswer } from '@/lib/contract/badge/badge-validation'
import { ServiceError } from '@/lib/errors'
import { Reply } from '@/lib/http/endpoint'
import { firstError, presentBadgeValidation } from '@/lib/service/badges/present-badge-validation'
import type { BadgeValidation } from '@/lib/service/badges/validate-open-badge'

/** Seconds after which another server may answer again. */
const RETRY_AFTER_SECONDS = 30

/**
 * The answer to a validation with the status that goes with it: 200 valid, 422 not valid, 503 where something could not
 * be reached and nothing else is wrong (spec part 5).
 * @throws ServiceError `malformed` for what is no credential at all, `too_large`
 */
export function badgeReply(validation: BadgeValidation): Reply<BadgeValidationAnswer> {
  switch (validation.verdict) {
    case 'unreadable':
      throw new ServiceError('malformed', firstError(validation))
    case 'too_large':
      throw new ServiceError('too_large', firstError(validation))
    case 'valid':
      return new Reply(presentBadgeValidation(validation))
    case 'not_valid':
      return new Reply(presentBadgeValidation(validation), { status: 422 })
    case 'undetermined': {
      const headers = { 'retry-after': String(RETRY_AFTER_SECONDS) }
      return new Reply(presentBadgeValidation(validation), { status: 503, headers })
    }
  }
}
