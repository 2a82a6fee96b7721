import { z } from 'zod'

const compared = z.enum(['same', 'different', 'unreadable'])
const part = z.number().min(0).max(1.1)

/** Words that belong together on the issued page, and the words in their place in the file. */
const comparedGroup = z.strictObject({
  issued: z.string().max(80_000),
  found: z.string().max(80_000),
  isHeading: z.boolean(),
  /** The words are not the same. */
  differs: z.boolean(),
  /** The picture is not the same. */
  isDrawnOtherwise: z.boolean(),
})

export type ComparedGroup = z.infer<typeof comparedGroup>

const picture = z.base64().max(2 * 1024 * 1024)

const comparedFile = z.strictObject({
  status: z.literal('compared'),
  text: compared,
  picture: compared,
  groups: z.array(comparedGroup).max(2000),
  /** Words that stand beside all that was issued. */
  added: z.string().max(80_000),
  /** The pictures differ, but not where words of the issued page are. */
  isDrawnBeside: z.boolean(),
  /** Where the pictures differ, in parts of the page's width and height. */
  marks: z.array(z.strictObject({ x: part, y: part, width: part, height: part })).max(200),
  /** The first pages as grey PNG, drawn by us, 100 dots an inch; null where the file's page cannot be drawn. */
  pictures: z.strictObject({ issued: picture, found: picture }).nullable(),
})

export type ComparedFile = z.infer<typeof comparedFile>

/** What the comparator's process may answer. It has read hostile bytes, so nothing else is believed of it. */
export const comparatorAnswer = z.discriminatedUnion('status', [
  comparedFile,
  z.strictObject({ status: z.enum(['not_a_pdf', 'encrypted']) }),
])
