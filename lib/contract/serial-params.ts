import { z } from 'zod'

/** The path parameter of everything that is asked by serial. Any text: what names no certificate is not found. */
export const serialParams = z.object({
  serial: z.string().describe('The serial: case, spaces and dashes do not matter'),
})
