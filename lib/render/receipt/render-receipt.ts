import { renderPool } from '@/lib/render/certificate/render-certificate'
import type { BatchReceiptDocument } from './batch-receipt-document'
import type { ReceiptDocument } from './receipt-document'

/**
 * Makes the PDF of a receipt: A4, PDF/A-3a, tagged, one page, with `receipt.jwt` and `receipt.json` attached.
 * @throws RenderError `busy`, `timeout`, `crashed`, `closed` or `failed`
 */
export function renderReceipt(document: ReceiptDocument): Promise<Uint8Array> {
  return renderPool().renderReceipt(document)
}

/**
 * Makes the PDF of a receipt over several checks: A4, PDF/A-3a, tagged, with `receipt.jwt` and `receipt.json` attached.
 * @throws RenderError as `renderReceipt`
 */
export function renderBatchReceipt(document: BatchReceiptDocument): Promise<Uint8Array> {
  return renderPool().renderBatchReceipt(document)
}
