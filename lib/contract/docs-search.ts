import { z } from 'zod'

/** The most characters that the documentation is searched for. */
export const LONGEST_SEARCH = 100

/** The query of the documentation's search; what is longer is cut, since nobody is helped by a refusal. */
export const docsSearchQuery = z.object({
  q: z
    .string()
    .default('')
    .transform((text) => text.slice(0, LONGEST_SEARCH).trim()),
})
