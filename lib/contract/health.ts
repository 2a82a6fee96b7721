import { z } from 'zod'

/** The body of the health endpoints (spec part 5). */
export const healthShape = z
  .object({
    success: z.literal(true).describe('The service answered'),
    status: z.literal('ok').describe('Nothing stands in the way of an answer'),
    degraded: z.array(z.string()).optional().describe('What works in a lesser way, such as the rate counter'),
  })
  .meta({ id: 'Health' })
