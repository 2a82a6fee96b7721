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
const FINDING_IDS = [
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

const findingShape = z
  .object({
    id: z.enum(FINDING_IDS).describe('What was found'),
    message: z.string().describe('The same as a sentence'),
    serials: z.array(z.string()).optional().describe('The certificates that it speaks of'),
    host: z.string().optional().describe('`qr_code_elsewhere`: where the QR code leads. Not to be opened'),
  })
  .meta({ id: 'Finding' })

export type Finding = z.infer<typeof findingShape>

/** What a comparison with the issued file may name as different. */
const COMPARED_FIELDS = ['name', 'registration_number', 'event', 'achievement', 'date', 'serial', 'other'] as const

export type ComparedField = (typeof COMPARED_FIELDS)[number]

const COMPARED = ['same', 'different', 'unreadable'] as const

const comparisonShape = z
  .object({
    text: z
      .enum(COMPARED)
      .describe(
        'Its words against those of the issued file, both extracted by one program; `unreadable` claims neither',
      ),
    picture: z
      .enum(COMPARED)
      .describe('How its first page looks against that of the issued file; `unreadable` claims neither'),
    differences: z
      .array(
        z.object({
          field: z.enum(COMPARED_FIELDS).describe('What differs; `other` for what is no field of the certificate'),
          issued: z.string().describe('As the issued file has it; empty for what was added'),
          found: z.string().describe('As this file has it, at most 200 characters; empty where it cannot be read'),
        }),
      )
      .describe('What differs in words or picture'),
  })
  .meta({ id: 'Comparison' })

export type Comparison = z.infer<typeof comparisonShape>

/** What a caller may ask of a check of a file. */
export const documentQuery = z.object({
  compare: z
    .enum(['true', 'false'], { error: 'The value of compare is true or false.' })
    .default('false')
    .describe(
      '`true`: a file that is not the issued bytes is compared with the issued file, once its verdict is known; ' +
        'a check with a comparison is not counted',
    ),
})

const documentShape = z
  .object({
    sha256: z.string().describe('Fingerprint of the file: SHA-256, lowercase hexadecimal'),
    size: z.int().nullable().describe('Bytes; null when only the fingerprint is known'),
    match: z
      .enum(['exact', 'appended', 'altered', 'recreated'])
      .describe(
        '`exact`: byte for byte a file that was issued; `appended`: such a file with bytes after it; `altered`: neither; ' +
          '`recreated`: not the issued bytes, but words and picture are the same as far as programs can tell. Never verified',
      ),
    findings: z.array(findingShape).describe('What is known of the file; grows over time'),
    comparison: comparisonShape
      .nullable()
      .describe('With `compare=true`: the file against the issued one, where that is still served; else null'),
  })
  .meta({ id: 'Document' })

export type DocumentWire = z.infer<typeof documentShape>

/** The body of `POST /api/public/credentials/verify/pdf` (spec part 5). */
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
