import { z } from 'zod'

/** The path parameter of every request by serial. It is any text, and text that names no certificate is not found. */
export const serialParams = z.object({
  serial: z.string().describe('The serial: case, spaces and dashes do not matter'),
})
