import { FilePage } from '@/components/file/file-page'
import { renderPage, renderVerdictPage } from '@/components/site/render-document'
import { FILE_PATH, type VerdictOutcome } from '@/components/verdict/verdict-view'
import { DOCUMENT_BYTES, documentQuery, fingerprintShape } from '@/lib/contract/check/document'
import { ServiceError } from '@/lib/errors'
import { VERDICT_PAGE_HEADERS } from '@/lib/http/answer/verdict-page-headers'
import { limitKey } from '@/lib/http/limits/address'
import { htmlResponse, pageEndpoint } from '@/lib/http/page-endpoint'
import { parseInput, queryOf } from '@/lib/http/receive/parse-input'
import { readBody } from '@/lib/http/receive/read-body'
import { receiveDocument } from '@/lib/http/receive/receive-document'
import type { LanguageCode } from '@/lib/i18n/languages'
import { createTranslator } from '@/lib/i18n/translate'
import { presentDocument } from '@/lib/service/check/present-document'
import {
  type CheckedDocument,
  type DocumentCheck,
  UnreadFileError,
  verifyDocument,
  verifyFingerprint,
} from '@/lib/service/check/verify-document'
import { ownOrigins } from '@/lib/service/operation/own-origins'
import { ReceiptFileError } from '@/lib/service/receipts/receipt-file-error'
import { validateAttached } from '@/lib/service/receipts/validate-receipt'
import { receiptResponse } from '../../receipts/receipt-page'
import { site } from '../../site'

const FINGERPRINT_FORM_BYTES = 1024

/** The page that takes a file. */
export const GET = pageEndpoint(
  { headers: VERDICT_PAGE_HEADERS },
  async ({ language }) => {
    const page = { translator: createTranslator(language), host: site().host }
    return htmlResponse(200, await renderPage(FilePage, page))
  },
  (_error, { language }) => render(language, { kind: 'could_not_check', retryAfterSeconds: 5 }),
)

/**
 * Where its forms lead: a file, or the fingerprint of one that stayed where it is (spec part 13), and with
 * `compare=true` the file once more, to be compared with the issued one (spec part 7).
 */
export const POST = pageEndpoint(
  { group: 'verify_pdf', headers: VERDICT_PAGE_HEADERS },
  async ({ request, address, language, draw }) => {
    const { compare } = parseInput(documentQuery, queryOf(request.url))
    const sent = !isFingerprintForm(request)
    const check = { address: limitKey(address), compare: compare === 'true' }
    const checked = await (sent ? checkFile(request, check) : checkFingerprint(request)).catch((error: unknown) => {
      if (error instanceof ReceiptFileError) return error
      throw error
    })
    if (checked instanceof ReceiptFileError)
      return receiptResponse(language, await validateAttached(checked.attached, (serials) => draw('verify', serials)))
    if (!checked) return htmlResponse(404, await render(language, { kind: 'file_unknown', sent }))
    return htmlResponse(200, await render(language, outcomeOf(checked)))
  },
  (error, { language }) => render(language, refusal(error)),
)

function isFingerprintForm(request: Request): boolean {
  return /^application\/x-www-form-urlencoded *(;|$)/i.test(request.headers.get('content-type') ?? '')
}

async function checkFile(request: Request, check: DocumentCheck): Promise<CheckedDocument | null> {
  const upload = await receiveDocument(request, DOCUMENT_BYTES)
  try {
    return await verifyDocument(upload, check)
  } finally {
    await upload.dispose()
  }
}

async function checkFingerprint(request: Request): Promise<CheckedDocument | null> {
  const form = new URLSearchParams(Buffer.from(await readBody(request, FINGERPRINT_FORM_BYTES)).toString('latin1'))
  const { data: sha256 } = fingerprintShape.safeParse(form.get('sha256'))
  if (sha256 === undefined) throw new ServiceError('malformed', 'A fingerprint is 64 hexadecimal digits.')
  return verifyFingerprint(sha256)
}

function outcomeOf(checked: CheckedDocument): VerdictOutcome {
  const { certificate, document, ...answer } = presentDocument(checked)
  if (certificate === null) return { kind: 'file_several', document }
  const { pictures } = checked
  return { kind: 'answer', answer: { ...answer, certificate }, document, pictures }
}

function refusal(error: ServiceError): VerdictOutcome {
  const { code, retryAfterSeconds = 5 } = error
  if (error instanceof UnreadFileError) return { kind: 'file_refused', reason: error.reason }
  if (code === 'too_large') return { kind: 'file_refused', reason: 'too_large' }
  if (code === 'malformed') return { kind: 'file_refused', reason: 'unreadable' }
  return { kind: code === 'rate_limited' ? 'too_many' : 'could_not_check', retryAfterSeconds }
}

function render(language: LanguageCode, outcome: VerdictOutcome): Promise<string> {
  const { host, origin } = site()
  const page = {
    host,
    address: `${origin}${FILE_PATH}`,
    formerOrigins: ownOrigins().slice(1),
    checkedAt: new Date(),
    language,
  }
  return renderVerdictPage({ ...page, ...outcome })
}
