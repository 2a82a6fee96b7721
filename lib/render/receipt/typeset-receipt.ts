import { readFileSync } from 'node:fs'
import { localPath } from '@/lib/local-path'
import { typesetPages } from '@/lib/render/certificate/typeset-certificate'
import { renderFolder } from '@/lib/render/typeset/render-folder'
import { batchReceiptData } from './batch-receipt-data'
import type { BatchReceiptDocument } from './batch-receipt-document'
import { receiptData } from './receipt-data'
import type { ReceiptDocument } from './receipt-document'

/** The pages that a hundred serials take, and one more. */
const MOST_PAGES = 6

const sources = new Map<string, string>()

/**
 * Sets a receipt as a PDF/A-3a of one page (ISO 19005-3) with the signed receipt and its readable form attached.
 * Synchronous; it belongs in a rendering process.
 * @throws Error when a font is missing or a glyph cannot be drawn
 */
export function typesetReceipt(document: ReceiptDocument): Uint8Array {
  return typesetPages(template('receipt-template.typ'), receiptData(document), document.verifiedAt)
}

/** The same for a receipt over several checks, on as many pages as its table takes. @throws Error as above */
export function typesetBatchReceipt(document: BatchReceiptDocument): Uint8Array {
  const checkedAt = Math.max(...document.results.map(({ verifiedAt }) => verifiedAt))
  return typesetPages(template('batch-receipt-template.typ'), batchReceiptData(document), checkedAt, {
    mostPages: MOST_PAGES,
  })
}

function template(name: string): string {
  const source = sources.get(name) ?? readFileSync(localPath(renderFolder(), 'receipt', name), 'utf8')
  sources.set(name, source)
  return source
}
