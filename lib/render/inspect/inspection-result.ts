import { z } from 'zod'

/** The findings in a document: claims to be looked up and verified, none of them trusted. */
export interface Inspection {
  /** Attached credentials: texts of compact JWS shape, at most eight, each of at most 256 KiB. */
  attachments: string[]
  /** The attachment that is named receipt.json, where only attachments are looked at; at most 256 KiB. */
  receiptJson: string | null
  /** What may be a serial in the text of the first three pages, likeliest first, at most sixteen, as they stand there. */
  textSerials: string[]
  /** The texts of the QR codes on the first three pages, each once. */
  qrTexts: string[]
  /** How many pages the document has. */
  pages: number
  /** Whether there are pages that were not looked at: behind the third, or one that cannot be drawn. */
  isPartial: boolean
  /** Whether a page that was looked at is mostly a picture, such as a scan: what is printed there may not be read. */
  isPicture: boolean
}

/** What one inspection came to. `failed` and `busy` say nothing about the document: it could not be checked. */
export type InspectionOutcome =
  | { outcome: 'inspected'; inspection: Inspection }
  | { outcome: 'not_a_pdf' }
  | { outcome: 'encrypted' }
  | { outcome: 'failed'; reason: 'crash' | 'timeout' }
  | { outcome: 'busy' }

/** What the inspector's process may answer. It has read hostile bytes, so nothing else is believed of it. */
export const inspectorAnswer = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('inspected'),
    pages: z.int().min(1),
    isPartial: z.boolean(),
    isPicture: z.boolean(),
    attachments: z.array(z.string().max(256 * 1024)).max(8),
    receiptJson: z
      .string()
      .max(256 * 1024)
      .nullable(),
    texts: z.array(z.string().max(20_000)).max(3),
    qrTexts: z.array(z.string().max(2048)).max(24),
  }),
  z.strictObject({ status: z.enum(['not_a_pdf', 'encrypted']) }),
])

export type InspectorAnswer = z.infer<typeof inspectorAnswer>
