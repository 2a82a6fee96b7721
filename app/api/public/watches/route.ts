import { WATCH_BODY_BYTES, watchAnswerShape, watchRequestShape } from '@/lib/contract/watch'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { endpoint, Reply } from '@/lib/http/endpoint'
import { networkKey } from '@/lib/http/limits/address'
import { distinctSerials } from '@/lib/service/check/verify-batch'
import { askToWatch } from '@/lib/service/watch/ask-to-watch'

const HOUR_SECONDS = 3600

/** Asks to be told of changes (spec part 14). */
export const POST = endpoint(
  {
    group: 'verify',
    places: ({ body: { serials } }) => distinctSerials(serials).size,
    body: { maxBytes: WATCH_BODY_BYTES, shape: watchRequestShape },
    response: watchAnswerShape,
  },
  async ({ address, body: { serials, email, language = env().MAIL_LANGUAGE } }) => {
    const asked = await askToWatch({ serials, email, language, sender: networkKey(address) })
    if (asked === 'too_often') {
      throw new ServiceError('rate_limited', 'Your network has asked for too many messages today. Try again later.', {
        retryAfterSeconds: HOUR_SECONDS,
      })
    }
    return new Reply({ success: true as const }, { status: 202 })
  },
)
