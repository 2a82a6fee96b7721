import { askedSerials } from '@/app/api/public/asked-serial'
import { WATCH_BODY_BYTES, watchAnswerShape, watchRequestShape } from '@/lib/contract/watch'
import { couldBeSerial, serialKey } from '@/lib/domain/certificate/serial'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { endpoint, Reply } from '@/lib/http/endpoint'
import { networkKey } from '@/lib/http/limits/address'
import { askToWatch } from '@/lib/service/watch/ask-to-watch'

const HOUR_SECONDS = 3600

/** Asks to be told of changes (spec part 14). */
export const POST = endpoint(
  {
    group: 'verify',
    places: ({ body: { serials } }) => {
      const asked = [...askedSerials(serials).keys()]
      if (!asked.every((serial) => couldBeSerial(serialKey(serial))))
        throw new ServiceError('malformed', 'serials holds a text that is no serial: nothing is watched.')
      return asked.length
    },
    body: { maxBytes: WATCH_BODY_BYTES, shape: watchRequestShape },
    response: watchAnswerShape,
  },
  async ({ address, body: { serials, email, language = env().MAIL_LANGUAGE } }) => {
    const asked = await askToWatch({
      serials: [...askedSerials(serials).keys()],
      email,
      language,
      sender: networkKey(address),
    })
    if (asked === 'too_often') {
      throw new ServiceError('rate_limited', 'Your network has asked for too many messages today. Try again later.', {
        retryAfterSeconds: HOUR_SECONDS,
      })
    }
    return new Reply({ success: true as const }, { status: 202 })
  },
)
