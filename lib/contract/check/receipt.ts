import { z } from 'zod'
import { certificateShape, timestamp } from './certificate'
import { logProofShape } from './log-proof'
import { OVERALL_STATUSES } from './verification'

/** The formats of a receipt. */
const RECEIPT_FORMATS = ['json', 'jwt', 'pdf'] as const

/** What stands with every `reference`: it is the requester's own word. */
export const REFERENCE_NOTE = 'given by the requester, not checked'

/** SHA-256 in lowercase hexadecimal. */
export const sha256Shape = z.string().regex(/^[0-9a-f]{64}$/)

/** The requester's own note. */
export const referenceShape = z
  .string('The reference must be a string.')
  .max(64, { error: 'The reference is too long: 64 characters at most.' })
  .regex(/^[A-Za-z0-9 ._:/-]*$/, { error: 'The reference holds letters A to Z, digits, spaces and . _ : / - alone.' })
  .optional()
  .describe('Your own note, such as a case number; it is signed as given by the requester, not checked')

/** What a caller may say about the receipt it asks for. */
export const receiptQuery = z.object({
  format: z
    .enum(RECEIPT_FORMATS, { error: 'The format is one of json, jwt and pdf.' })
    .default('json')
    .describe('`json`, `jwt` (the signed receipt alone) or `pdf` (a page with both attached)'),
  reference: referenceShape,
})

/** What a receipt says of the public log, so that the tree of that moment is in somebody else’s hands. */
export const logAnchorShape = z
  .object({
    origin: z.string().describe('Which log it is'),
    tree_size: z.int().describe('How many leaves it had'),
    root_hash: sha256Shape.describe('The root of its tree then: no later log may have another one at this size'),
    leaf_hashes: z.array(sha256Shape).describe('The certificate’s leaves in it, the first one first'),
  })
  .nullable()
  .optional()
  .describe('The public log at the time of the check; null where there was none')

/** What is signed (spec part 5, "receipt"): the payload of the JWS, whose `typ` is `verification-receipt+jwt`. */
export const receiptClaimsShape = z
  .object({
    iss: z.string().describe('The service, as its DID'),
    jti: z.uuid().describe('The receipt’s own id'),
    iat: z.int().describe('Time of the check, in whole seconds since 1970'),
    serial: z.string().describe('The certificate that was checked'),
    overall_status: z.enum(OVERALL_STATUSES).describe('What the check came to at that time'),
    verified_at: timestamp.describe('Time of the check'),
    certificate_sha256: sha256Shape.describe('SHA-256 of the canonical JSON (RFC 8785) of `certificate`'),
    artifacts: z
      .array(
        z.object({
          type: z.string().describe('Kind of file'),
          sha256: sha256Shape.describe('SHA-256 of its bytes'),
        }),
      )
      .describe('The certificate’s signed forms and files; empty when the record fails its check'),
    issuer_did: z.string().nullable().describe('Who signed the certificate; null when the record fails its check'),
    issuer_key: z.string().nullable().describe('The issuer’s key that the certificate verified with'),
    reference: z.string().nullable().describe('Given by the requester, not checked'),
    log: logAnchorShape,
  })
  .meta({ id: 'ReceiptClaims' })

export type ReceiptClaims = z.infer<typeof receiptClaimsShape>

/** A public key of the service, as a receipt carries it. */
export const receiptKeyShape = z
  .object({
    kty: z.literal('EC').describe('Kind of key'),
    crv: z.literal('P-256').describe('Its curve'),
    x: z.string().describe('First coordinate'),
    y: z.string().describe('Second coordinate'),
    kid: z.string().describe('Its thumbprint (RFC 7638)'),
    alg: z.literal('ES256').describe('What it signs with'),
    use: z.literal('sig').describe('What it is for'),
  })
  .meta({ id: 'ReceiptKey' })

export type ReceiptKey = z.infer<typeof receiptKeyShape>

/** The answer in its `json` form, and the file `receipt.json` that the PDF carries. */
export const receiptAnswerShape = z
  .object({
    success: z.literal(true).describe('The check ran and was signed; this is not its outcome'),
    receipt: receiptClaimsShape.describe('What was signed, readable'),
    certificate: certificateShape.describe('The certificate as it was checked; the receipt holds its hash'),
    receipt_jwt: z.string().describe('The signed receipt'),
    verification_key: receiptKeyShape.describe('The key that signed it; compare it with the service’s key set'),
    log_proofs: z
      .array(logProofShape)
      .nullable()
      .describe(
        'The proofs of the leaves that `receipt.log` names, the oldest first; null where it names none, or where the log could not be read just now',
      ),
    how_to_verify: z.string().describe('How to prove the receipt later, without the service'),
  })
  .meta({ id: 'ReceiptAnswer' })

export type ReceiptAnswer = z.infer<typeof receiptAnswerShape>

/** The path parameter of a receipt that was given. Any text: what names no receipt is not found. */
export const receiptIdParams = z.object({ id: z.string().describe('The receipt’s id, `jti`') })

/** A receipt that was given before. */
export const storedReceiptShape = z
  .object({
    success: z.literal(true).describe('The receipt was found'),
    receipt_jwt: z.string().describe('The signed receipt, as it was given'),
    overall_status_then: z.enum(OVERALL_STATUSES).describe('What the check came to then; it says nothing about today'),
    verified_at: timestamp.describe('Time of that check'),
  })
  .meta({ id: 'StoredReceipt' })

export type StoredReceiptAnswer = z.infer<typeof storedReceiptShape>
