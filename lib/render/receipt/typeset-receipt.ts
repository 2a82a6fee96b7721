import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { receiptData } from './receipt-data'
import type { ReceiptDocument } from './receipt-document'
import { renderFolder } from '@/lib/render/typeset/render-folder'
import { typesetPage } from '@/lib/render/certificate/typeset-certificate'

let source: string | undefined

/**
 * Sets a receipt as a PDF/A-3a of one page (ISO 19005-3) with the signed receipt and its readable form attached.
 * Synchronous; it belongs in a rendering process.
 * @throws Error when a font is missing or a glyph cannot be drawn
 */
export function typesetReceipt(document: ReceiptDocument): Uint8Array {
  source ??= readFileSync(join(renderFolder(), 'receipt/receipt-template.typ'), 'utf8')
  return typesetPage(source, receiptData(document), document.verifiedAt)
}
