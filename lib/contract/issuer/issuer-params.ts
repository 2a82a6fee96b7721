import { z } from 'zod'

/** The path parameter of an issuer's key documents. It is any text, and text that names no issuer is not found. */
export const issuerParams = z.object({ issuer: z.string().describe('The issuer’s UUID') })
