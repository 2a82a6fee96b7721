import { z } from 'zod'
import { certificateShape, timestamp } from './certificate'

/** The most serials that one lookup may ask for (interface.md part 8). */
export const MOST_SERIALS = 100

/** The largest body of a lookup, in bytes (spec part 4). */
export const LOOKUP_BODY_BYTES = 1024 * 1024

/** The body of `POST /api/issuer/v1/certificates/lookup` (interface.md 4.2). */
export const lookupRequestShape = z
  .object(
    {
      serials: z
        .array(z.string('Each entry of serials must be a string.'), 'serials must be an array of strings.')
        .min(1, 'serials is empty: send between 1 and 100.')
        .max(MOST_SERIALS, 'serials has more than 100 entries: send between 1 and 100.')
        .describe('Between 1 and 100. Duplicates are ignored, and case does not matter'),
    },
    'The body must be a JSON object with serials.',
  )
  .meta({ id: 'LookupRequest' })

/** One answer of a lookup (interface.md part 2, spec part 4). */
const lookupItemShape = z
  .object({
    serial: z.string().describe('As the caller sent it'),
    found: z.boolean().describe('False also for another organization’s serial'),
    certificate: certificateShape
      .nullable()
      .describe(
        'The certificate as it stands now: the current correction. Null where there is none, or with an `error`',
      ),
    replaced: z
      .array(
        z.object({
          serial: z.string().describe('The serial of an earlier version'),
          status: z.string().describe('Its status: `superseded`, or `invalid` when it fails its check'),
        }),
      )
      .describe('The serials that the current one replaced, oldest first'),
    check_count: z.int().nullable().describe('Completed public checks of the whole chain; null when not found'),
    last_checked_at: timestamp.nullable().describe('Time of the last of these checks'),
    error: z
      .string()
      .nullable()
      .describe(
        'Why nothing is said of a certificate that is `found`: it cannot be checked now, or its record is lost; otherwise null',
      ),
  })
  .meta({ id: 'LookupItem' })

/** The answer of a lookup, one item per distinct serial, in the order sent. */
export const lookupAnswerShape = z
  .object({
    success: z.literal(true).describe('The lookup ran'),
    certificates: z.array(lookupItemShape).describe('One item a distinct serial, in the order sent'),
  })
  .meta({ id: 'LookupAnswer' })

export type LookupItem = z.infer<typeof lookupItemShape>
