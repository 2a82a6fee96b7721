import { z } from 'zod'
import { certificateShape } from './certificate'
import { verificationShape, verifyAnswerShape } from './verification'

/** The largest document that is checked: 10 MiB. */
export const DOCUMENT_BYTES = 10 * 1024 * 1024

/** The least of a file that says what it is: 64 hexadecimal digits, upper case accepted. */
export const fingerprintShape = z
  .string()
  .regex(/^[0-9a-f]{64}$/i)
  .transform((digits) => digits.toLowerCase())

/** What can be found out about a document, beside its fingerprint. */
export const FINDING_IDS = [
  'issued_file',
  'bytes_added',
  'bytes_differ',
  'record_invalid',
  'several_certificates',
  'credential_attached',
  'credential_unknown',
  'serial_in_text',
  'serial_in_qr_code',
  'qr_code_elsewhere',
] as const

export type FindingId = (typeof FINDING_IDS)[number]

export const findingShape = z
  .object({
    id: z.enum(FINDING_IDS).describe('What was found'),
    message: z.string().describe('The same as a sentence'),
    serials: z.array(z.string()).optional().describe('The certificates that it speaks of'),
    host: z.string().optional().describe('`qr_code_elsewhere`: where the QR code leads. Not to be opened'),
  })
  .meta({ id: 'Finding' })

export type Finding = z.infer<typeof findingShape>

export const documentShape = z
  .object({
    sha256: z.string().describe('Fingerprint of the file: SHA-256, lowercase hexadecimal'),
    size: z.int().nullable().describe('Bytes; null when only the fingerprint is known'),
    match: z
      .enum(['exact', 'appended', 'altered'])
      .describe(
        '`exact`: byte for byte a file that was issued; `appended`: such a file with bytes after it; `altered`: neither',
      ),
    findings: z.array(findingShape).describe('What is known of the file; grows over time'),
  })
  .meta({ id: 'Document' })

export type DocumentWire = z.infer<typeof documentShape>

/** The body of `POST /api/public/credentials/verify/pdf` (definitions.md part 5). */
export const documentAnswerShape = z
  .object({
    ...verifyAnswerShape.shape,
    certificate: certificateShape
      .nullable()
      .describe('The certificate that the file belongs to or names; null when it names several'),
    verification: verificationShape.describe('The outcome for this file: `verified` only for an exact match'),
    document: documentShape.describe('What is known of the file'),
  })
  .meta({ id: 'DocumentAnswer' })

export type DocumentAnswer = z.infer<typeof documentAnswerShape>
