import { z } from 'zod'

/** The path of a checkpoint that this service confirmed: SHA-256 of the log's origin. Any text: what is none is not found. */
export const witnessedParams = z.object({ hash: z.string().max(128) })
