import { z } from 'zod'

/** The body of every failed request (interface.md part 7). */
export const failureShape = z
  .looseObject({
    success: z.literal(false).describe('The request was refused or failed'),
    error: z.string().describe('A sentence suitable for logging or display'),
  })
  .meta({ id: 'Failure' })
