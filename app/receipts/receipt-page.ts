import { ReceiptReportPage } from '@/components/receipt/receipt-report-page'
import type { ReceiptOutcome } from '@/components/receipt/receipt-view'
import { renderPage } from '@/components/site/render-document'
import type { ReceiptFailure, ReceiptValidation } from '@/lib/contract/check/receipt-validation'
import type { ServiceError } from '@/lib/errors'
import { htmlResponse } from '@/lib/http/page-endpoint'
import type { LanguageCode } from '@/lib/i18n/languages'
import { createTranslator } from '@/lib/i18n/translate'
import type { Belonging } from '@/lib/scan/typed/where-it-belongs'
import { site } from '../site'

/** A file that holds no receipt of ours, or several, has not failed a check: it may be a genuine certificate, or genuine elsewhere. */
const NOT_ONE: readonly ReceiptFailure[] = ['no_receipt', 'not_a_receipt', 'several_receipts', 'other_service']

/**
 * The page about a receipt that was validated, with the status that the interface has for it: 200 or 422.
 * @param belongs where it leads if it is no receipt
 */
export async function receiptResponse(
  language: LanguageCode,
  receipt: ReceiptValidation,
  belongs: Belonging | null = null,
): Promise<Response> {
  const [error] = receipt.errors
  if (error) {
    const failure = error.code
    const outcome: ReceiptOutcome = NOT_ONE.includes(failure)
      ? { kind: 'unreadable', failure, belongs: belongs?.kind === 'receipt' ? null : belongs }
      : { kind: 'not_valid', failure }
    return htmlResponse(422, await renderReceiptOutcome(language, outcome))
  }
  return htmlResponse(200, await renderReceiptOutcome(language, { kind: 'valid', receipt }))
}

/**
 * What is said of a receipt that was refused unread, or could not be checked.
 * @param belongs where it leads if it is no receipt
 */
export function receiptRefusal(
  { code, retryAfterSeconds = 5 }: ServiceError,
  belongs: Belonging | null = null,
): ReceiptOutcome {
  if (code === 'too_large') return { kind: 'too_large' }
  if (code === 'malformed') return { kind: 'unreadable', belongs: belongs?.kind === 'receipt' ? null : belongs }
  return { kind: code === 'rate_limited' ? 'too_many' : 'could_not_check', retryAfterSeconds }
}

/** The page about a receipt, as a whole document. */
export function renderReceiptOutcome(language: LanguageCode, outcome: ReceiptOutcome): Promise<string> {
  const view = { ...outcome, ...site(), checkedAt: new Date() }
  return renderPage(ReceiptReportPage, { translator: createTranslator(language), view })
}
