import { z } from 'zod'
import { certificateShape, timestamp } from './check/certificate'

/** The outcomes of a certificate in a passport: withdrawn certificates are left out, superseded ones replaced. */
export const PASSPORT_STATUSES = ['verified', 'invalid', 'issuer_suspended', 'expired'] as const

/** The path parameter of a passport. Any text: what names none is not found. */
export const passportParams = z.object({ handle: z.string().describe('The passport’s random handle') })

const passportCertificateShape = z
  .object({
    serial: z.string().nullable().describe('Its serial; null when the holder hides the name'),
    overall_status: z
      .enum(PASSPORT_STATUSES)
      .describe('What a check made for this answer came to; `verified` alone means genuine and current'),
    name: z.string().nullable().describe('The name on this certificate, as issued; null when hidden or invalid'),
    event: certificateShape.shape.event,
    issuer: certificateShape.shape.issuer,
    verification_url: z.string().nullable().describe('Its public page; null when the name is hidden, or invalid'),
  })
  .meta({ id: 'PassportCertificate' })

/** A holder's chosen certificates (spec part 5, decision 29). */
const passportShape = z
  .object({
    handle: z.string().describe('Its handle, until the holder replaces it'),
    name: z
      .string()
      .nullable()
      .describe('The name, where all the certificates carry the very same one and it is shown'),
    name_shown: z.boolean().describe('False when the holder hides the name; serials and links are null then'),
    verified_at: timestamp.describe('Time of the checks'),
    certificates: z
      .array(passportCertificateShape)
      .describe('What the holder chose. That they belong to one person is not shown by it'),
  })
  .meta({ id: 'Passport' })

export type PassportWire = z.infer<typeof passportShape>

export const passportAnswerShape = z
  .object({
    success: z.literal(true).describe('There is such a passport'),
    passport: passportShape.describe('What its holder shows'),
  })
  .meta({ id: 'PassportAnswer' })

export type PassportAnswer = z.infer<typeof passportAnswerShape>
