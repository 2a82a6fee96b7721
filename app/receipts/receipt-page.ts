import type { ReceiptOutcome } from '@/components/receipt-view'
import { ReceiptReportPage } from '@/components/receipt-report-page'
import { renderPage } from '@/components/render-document'
import type { ReceiptValidation } from '@/lib/contract/receipt-validation'
import type { ServiceError } from '@/lib/errors'
import { htmlResponse } from '@/lib/http/page-endpoint'
import type { LanguageCode } from '@/lib/i18n/languages'
import { createTranslator } from '@/lib/i18n/translate'
import { site } from '../site'

/** The page about a receipt that was validated, with the status that the interface has for it: 200 or 422. */
export async function receiptResponse(language: LanguageCode, receipt: ReceiptValidation): Promise<Response> {
  const [error] = receipt.errors
  if (error) return htmlResponse(422, await renderReceipt(language, { kind: 'not_valid', failure: error.code }))
  return htmlResponse(200, await renderReceipt(language, { kind: 'valid', receipt }))
}

/** What is said of a receipt that was refused unread, or could not be checked. */
export function receiptRefusal({ code, retryAfterSeconds = 5 }: ServiceError): ReceiptOutcome {
  if (code === 'too_large') return { kind: 'too_large' }
  if (code === 'malformed') return { kind: 'unreadable' }
  return { kind: code === 'rate_limited' ? 'too_many' : 'could_not_check', retryAfterSeconds }
}

/** The page about a receipt, as a whole document. */
export function renderReceipt(language: LanguageCode, outcome: ReceiptOutcome): Promise<string> {
  const view = { ...outcome, ...site(), checkedAt: new Date() }
  return renderPage(ReceiptReportPage, { translator: createTranslator(language), view })
}
