import { z } from 'zod'
import { BATCH_SERIALS } from '@/lib/contract/check/check-many'
import { emailAddress } from '@/lib/contract/email-address'
import { MESSAGE_LANGUAGES } from '@/lib/contract/message-languages'

/** The largest body of a request to watch, in bytes. */
export const WATCH_BODY_BYTES = 64 * 1024

/** The body of `POST /api/public/watches` (spec part 14). */
export const watchRequestShape = z
  .object(
    {
      serials: z
        .array(
          z.string('Each entry of serials must be a string.').max(200, 'An entry of serials is too long.'),
          'serials must be an array of strings.',
        )
        .min(1, 'serials is empty: send between 1 and 100.')
        .max(BATCH_SERIALS, 'serials has more than 100 entries: send between 1 and 100.')
        .describe('Between 1 and 100 certificates to watch. Duplicates are ignored, and case does not matter'),
      email: emailAddress.describe('The address that is told, once it has confirmed'),
      language: z
        .enum(MESSAGE_LANGUAGES, `language is one of ${MESSAGE_LANGUAGES.join(', ')}.`)
        .optional()
        .describe('The language of the messages; the service’s own when left out'),
    },
    'The body must be a JSON object with serials and email.',
  )
  .meta({ id: 'WatchRequest' })

/** The answer, which is the same whatever comes of it. */
export const watchAnswerShape = z
  .object({ success: z.literal(true).describe('The request was taken; whether a message goes out is not said') })
  .meta({ id: 'WatchAnswer' })
