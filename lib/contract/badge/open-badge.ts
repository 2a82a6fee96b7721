import { z } from 'zod'

/** The formats in which a certificate is exported as an Open Badge. */
const OPEN_BADGE_FORMATS = ['jsonld', 'jwt', 'png', 'svg'] as const

export type OpenBadgeFormat = (typeof OPEN_BADGE_FORMATS)[number]

/** The query of the export. */
export const openBadgeQuery = z.object({
  format: z
    .enum(OPEN_BADGE_FORMATS, { error: 'The format is one of jsonld, jwt, png and svg.' })
    .default('jsonld')
    .describe('`jsonld` always exists; `png` and `svg` where the event has such a badge image'),
})

/** The path parameter of a status list. Any text: what names no list is not found. */
export const statusListParams = z.object({ list: z.string().describe('The status list’s id') })

/** The forms of a status list, the usual one first. */
export const STATUS_LIST_TYPES = ['application/vc', 'application/vc+jwt'] as const
