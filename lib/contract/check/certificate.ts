import { z } from 'zod'

/** ISO 8601 in UTC: the format of every time on the wire (interface.md part 1). */
export const timestamp = z.iso.datetime({ offset: false }).describe('ISO 8601 in UTC')

/** A certificate as verification and lookup return it (interface.md part 2, spec part 3). */
export const certificateShape = z
  .object({
    id: z.uuid().or(z.literal('')).describe('Empty when the record fails its check'),
    serial: z.string().describe('The serial that is printed on the certificate'),
    status: z
      .enum(['issued', 'superseded', 'withdrawn', 'invalid'])
      .describe('Where it stands; whether to accept it is said by `verification.overall_status` alone'),
    revision: z.int().min(1).describe('1 for the first issue, one more with each correction'),
    issued_at: timestamp.describe('Time of issue'),
    expires_at: timestamp.nullable().describe('Until when it is valid; null when it has no end'),
    recorded_at: timestamp.or(z.literal('')).describe('When it was signed here'),
    withdrawn_at: timestamp.nullable().describe('Since when it is withdrawn'),
    withdrawal_reason: z.string().nullable().describe('Only a reason that was given for the public'),
    recipient: z
      .object({
        full_name: z.string().describe('The name exactly as issued: compare it with the document, letter by letter'),
        registration_number: z.string().nullable().describe('The issuer’s own number for the person'),
      })
      .describe('To whom it was issued'),
    event: z
      .object({
        title: z.string().describe('What was attended or examined'),
        achievement: z.string().describe('What was achieved'),
        date: z.iso.date().nullable().describe('When it took place'),
      })
      .describe('For what it was issued'),
    issuer: z
      .object({
        name: z.string().describe('The issuing organization, as signed at issue'),
        slug: z.string().describe('Its short name in addresses'),
        verified_domain: z.string().describe('Its domain as signed at issue; empty when none was verified'),
        assurance_label: z
          .string()
          .describe(
            'How the domain was checked: Domain verified, Domain attested, Domain check lapsed, Domain not verified',
          ),
      })
      .describe('Who issued it'),
    verification_url: z.string().describe('Link to the public verification page'),
    pdf_url: z.string().optional().describe('Link to the PDF; absent once it is withdrawn or replaced'),
  })
  .meta({ id: 'Certificate' })

export type CertificateWire = z.infer<typeof certificateShape>
