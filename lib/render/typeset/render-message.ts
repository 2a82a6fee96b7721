import type { CertificateDocument, RenderedCertificate } from '@/lib/render/certificate/certificate-document'
import type { BatchReceiptDocument } from '@/lib/render/receipt/batch-receipt-document'
import type { ReceiptDocument } from '@/lib/render/receipt/receipt-document'
import type { RenderErrorCode } from './render-error'

/** A request to a worker. */
export type RenderTask =
  | { kind: 'certificate'; document: CertificateDocument; isOneOfMany: boolean }
  | { kind: 'jpeg'; pdf: Uint8Array; dots: number }
  | { kind: 'receipt'; document: ReceiptDocument }
  | { kind: 'batch_receipt'; document: BatchReceiptDocument }

/** What a worker made. */
export type RenderResult = RenderedCertificate | Uint8Array

/** What a worker says: once that it is ready, then one answer for each task. */
export type RenderAnswer =
  | { kind: 'ready' }
  | { kind: 'made'; result: RenderResult; rss: number }
  | { kind: 'refused'; code: RenderErrorCode; message: string; rss: number }
