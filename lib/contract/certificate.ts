import { z } from 'zod'

/** ISO 8601 in UTC, as every time on the wire is written (interface.md part 1). */
export const timestamp = z.iso.datetime({ offset: false }).describe('ISO 8601 in UTC')

/** A certificate as verification and lookup return it (interface.md part 2, definitions.md part 3). */
export const certificateShape = z
  .object({
    id: z.uuid().or(z.literal('')).describe('Empty when the record fails its check'),
    serial: z.string().describe('The serial that is printed on the certificate'),
    status: z.enum(['issued', 'superseded', 'withdrawn', 'invalid']),
    revision: z.int().min(1).describe('1 for the first issue, one more with each correction'),
    issued_at: timestamp,
    expires_at: timestamp.nullable(),
    recorded_at: timestamp.or(z.literal('')).describe('When it was signed here'),
    withdrawn_at: timestamp.nullable(),
    withdrawal_reason: z.string().nullable().describe('Only a reason that was given for the public'),
    recipient: z.object({ full_name: z.string(), registration_number: z.string().nullable() }),
    event: z.object({ title: z.string(), achievement: z.string(), date: z.iso.date().nullable() }),
    issuer: z.object({
      name: z.string(),
      slug: z.string(),
      verified_domain: z.string(),
      assurance_label: z.string(),
    }),
    verification_url: z.string().describe('Link to the public verification page'),
    pdf_url: z.string().optional().describe('Link to the PDF; absent once it is withdrawn or replaced'),
  })
  .meta({ id: 'Certificate' })

export type CertificateWire = z.infer<typeof certificateShape>
