import { z } from 'zod'

/**
 * The path parameter `<ref>`: a certificate's id or its serial. It is any text, and text that names no certificate is
 * not found.
 */
export const refParams = z.object({ ref: z.string().describe('The certificate’s id, or its serial in any case') })
