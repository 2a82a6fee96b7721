import { z } from 'zod'
import { LAYOUTS } from './layouts'

/** Why words and values of a design are refused, as the schema says it; whoever shows it has a sentence of each. */
export const DESIGN_PROBLEMS = {
  unseen: 'has a character that nobody sees',
  address: 'must not hold an address',
  wordsOnly: 'must be words alone',
  colour: 'must be a colour such as #7a1f2b',
  language: 'must be a code such as en',
} as const

/** What no fixed word may look like: somewhere else to check. */
const ADDRESS = /:\/\/|www\.|@/i
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/u

const words = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .refine((text) => !UNSEEN.test(text), DESIGN_PROBLEMS.unseen)
    .refine((text) => !ADDRESS.test(text), DESIGN_PROBLEMS.address)

const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, DESIGN_PROBLEMS.colour)
  .toLowerCase()

/** The words before the host of the service: no other place may be named there. */
const checkAt = words(30).refine((text) => /^[\p{L}\p{M}\p{Zs}’']+$/u.test(text), DESIGN_PROBLEMS.wordsOnly)

const allWords = z.strictObject({
  title: words(80),
  certifies: words(80).min(1),
  registration_number: words(40).min(1),
  event_date: words(40).min(1),
  issued_at: words(40).min(1),
  expires_at: words(40).min(1),
  check_at: checkAt.min(1),
})

function designShape<Picture extends z.ZodType, Words extends z.ZodType>(picture: Picture, fixed: Words) {
  return z.strictObject({
    layout: z.enum(LAYOUTS),
    paper: z.enum(['a4', 'letter']).default('a4'),
    colours: z.strictObject({
      ink: colour.default('#1b1f24'),
      accent: colour.default('#1f3a5f'),
      paper: colour.default('#ffffff'),
    }),
    logo: picture.nullable().default(null),
    background: z
      .strictObject({ picture, use: z.enum(['border', 'ground']) })
      .nullable()
      .default(null),
    signatories: z
      .array(
        z.strictObject({
          name: words(80).min(1),
          title: words(120).default(''),
          picture: picture.nullable().default(null),
        }),
      )
      .max(4)
      .default([]),
    language: z
      .string()
      .regex(/^[a-z]{2,3}$/, DESIGN_PROBLEMS.language)
      .default('en'),
    words: fixed,
    line: words(200).default(''),
  })
}

/** A design as an issuer writes it: pictures are files beside it, and words that it leaves out are those of its language. */
export const designFile = designShape(z.string().min(1).max(300), allWords.partial().default({}))
export type DesignFile = z.infer<typeof designFile>

/** A picture of a design, in the file store. */
const storedPicture = z.strictObject({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  mediaType: z.enum(['image/png', 'image/jpeg', 'image/svg+xml']),
})
export type StoredPicture = z.infer<typeof storedPicture>

/** One version of a design, as it is stored. */
export const designContent = designShape(storedPicture, allWords)
export type DesignContent = z.infer<typeof designContent>
