import { z } from 'zod'
import { timestamp } from '@/lib/contract/check/certificate'

const ASSURANCE_LABELS = ['Domain verified', 'Domain attested', 'Domain check lapsed', 'Domain not verified'] as const

const ENTRY = {
  name: z.string().describe('The issuer’s name'),
  slug: z.string().describe('Its short name in addresses'),
  verified_domain: z
    .string()
    .describe('Its domain once it was verified or attested, else empty; read it together with the label'),
  assurance_label: z.enum(ASSURANCE_LABELS).describe('How far the domain can be relied on now'),
  standing: z
    .enum(['good', 'suspended'])
    .describe('`suspended`: the operator has suspended it; none of its certificates is verified until that is settled'),
  profile_url: z.string().describe('Its public page'),
}

/** An issuer in the directory (spec part 5). */
const issuerEntryShape = z
  .object({
    ...ENTRY,
    description: z
      .string()
      .nullable()
      .describe('What it is, in its own words; null also while its domain does not count or it is suspended'),
  })
  .meta({ id: 'IssuerEntry' })

/** Everything that is public of an issuer. */
const issuerProfileShape = z
  .object({
    ...ENTRY,
    since: timestamp.describe('When it was added to this service'),
    did: z.string().describe('Its DID, which its credentials name'),
    jwks_url: z.string().describe('Its public keys as a key set'),
    website: z.string().nullable().describe('Its website as it says itself; nobody has checked it'),
    contact: z.string().nullable().describe('How to reach it, in its own words; nobody has checked it'),
    description: z.string().nullable().describe('What it is, in its own words; lines end with a line feed'),
    domain_check: z
      .object({
        method: z.enum(['dns', 'attested']).describe('`dns`: by a DNS record; `attested`: the operator vouches for it'),
        verified_at: timestamp.nullable().describe('When that was'),
        last_seen_at: timestamp
          .nullable()
          .describe('When the DNS record was last seen; null where it is not asked for'),
        unanswered_since: timestamp
          .nullable()
          .describe(
            'When DNS last answered for the domain, where it has not for thirty days: whether the record is still there nobody knows; else null',
          ),
      })
      .nullable()
      .describe('How the domain came to be verified; null while it is not'),
    keys: z
      .array(
        z.object({
          key_id: z.string().describe('The key’s DID URL'),
          algorithm: z.enum(['ES256', 'EdDSA']).describe('What it signs with'),
          state: z
            .enum(['active', 'retired', 'compromised', 'invalid'])
            .describe('`retired`: signs no more, what it signed stays; `invalid`: its record fails its check'),
        }),
      )
      .describe('Its signing keys, those in use first'),
    certificates: z.int().describe('Certificates that it issued here; one that was corrected counts once'),
  })
  .meta({ id: 'IssuerProfile' })

export const issuersAnswerShape = z
  .object({
    success: z.literal(true).describe('Always true'),
    issuers: z.array(issuerEntryShape).describe('In order of their names'),
    next_cursor: z.string().nullable().describe('For the next page; null at the end'),
  })
  .meta({ id: 'IssuersAnswer' })

export const issuerAnswerShape = z
  .object({
    success: z.literal(true).describe('There is such an issuer'),
    issuer: issuerProfileShape.describe('What is public of it'),
  })
  .meta({ id: 'IssuerAnswer' })

export type IssuerEntryWire = z.infer<typeof issuerEntryShape>
export type IssuerProfileWire = z.infer<typeof issuerProfileShape>
export type IssuersAnswer = z.infer<typeof issuersAnswerShape>
export type IssuerAnswer = z.infer<typeof issuerAnswerShape>

/** The path parameter of an issuer's profile. Any text: what names none is not found. */
export const slugParams = z.object({ slug: z.string().describe('The issuer’s slug; an earlier one leads to it (308)') })

const SEARCH_LENGTH = 200
const placeShape = z.tuple([z.string().max(400), z.uuid()])

/** The place that a cursor holds, after which a page begins. */
interface CursorPlace {
  sortName: string
  id: string
}

/** The opaque text that leads to the next page. */
export function writeCursor({ sortName, id }: CursorPlace): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify([sortName, id]))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

function readCursor(text: string): CursorPlace | null {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (byte) => byte.charCodeAt(0))
    const place = placeShape.safeParse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
    if (!place.success || place.data[0].includes('\0')) return null
    return { sortName: place.data[0], id: place.data[1] }
  } catch {
    return null // said by the shape
  }
}

/** What the directory is asked. */
export const issuersQuery = z.object({
  q: z
    .string()
    .max(SEARCH_LENGTH, `A search has ${SEARCH_LENGTH} characters at most.`)
    .default('')
    .describe('Beginnings of words of the name, slug or verified domain, in any case, with or without accents'),
  limit: z
    .string()
    .regex(/^(?:[1-9]\d?|100)$/, 'The limit must be a number from 1 to 100.')
    .transform(Number)
    .default(20)
    .describe('Issuers in one answer, 1 to 100'),
  cursor: z
    .string()
    .max(1000, 'This is not a cursor that an earlier answer gave.')
    .transform((text, context) => {
      const place = readCursor(text)
      if (place) return place
      context.addIssue({ code: 'custom', message: 'This is not a cursor that an earlier answer gave.' })
      return z.NEVER
    })
    .optional()
    .describe('`next_cursor` of the answer before'),
})
