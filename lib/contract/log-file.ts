import { z } from 'zod'

/** The path of a file of the public log, below `/log/`. */
export const logFileParams = z.object({
  path: z
    .array(z.string().max(64))
    .max(20)
    .transform((parts) => parts.join('/')),
})
