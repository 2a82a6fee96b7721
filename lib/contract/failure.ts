import { z } from 'zod'

/** The body of every failed request (interface.md part 7). */
export const failureShape = z
  .looseObject({
    success: z.literal(false).describe('The request was refused or failed'),
    error: z.string().describe('A sentence suitable for logging or display'),
    code: z
      .enum(['no_such_certificate', 'not_a_serial', 'no_such_path', 'record_lost'])
      .optional()
      .describe(
        'Of a 404: which kind it is, where it speaks of a serial or of an address that does not exist. Of a 503: `record_lost` ' +
          'where the public log knows the certificate, or may know it, and its record is not here',
      ),
  })
  .meta({ id: 'Failure' })
