import type { ReceiptDocument } from './receipt-document'
import { renderPool } from '@/lib/render/certificate/render-certificate'

/**
 * Makes the PDF of a receipt: A4, PDF/A-3a, tagged, one page, with `receipt.jwt` and `receipt.json` attached.
 * @throws RenderError `busy`, `timeout`, `crashed`, `closed` or `failed`
 */
export function renderReceipt(document: ReceiptDocument): Promise<Uint8Array> {
  return renderPool().renderReceipt(document)
}
