import { open } from 'node:fs/promises'
import { FilePage } from '@/components/file/file-page'
import { renderPage, renderVerdictPage } from '@/components/site/render-document'
import { FILE_PATH, type VerdictOutcome } from '@/components/verdict/verdict-view'
import { DOCUMENT_BYTES, documentQuery, fingerprintShape } from '@/lib/contract/check/document'
import { TELLING_BYTES } from '@/lib/domain/certificate/file-kind'
import { ServiceError } from '@/lib/errors'
import { VERDICT_PAGE_HEADERS } from '@/lib/http/answer/verdict-page-headers'
import { limitKey } from '@/lib/http/limits/address'
import { htmlResponse, type PageInput, pageEndpoint } from '@/lib/http/page-endpoint'
import { parseInput, queryOf } from '@/lib/http/receive/parse-input'
import { readBody } from '@/lib/http/receive/read-body'
import { receiveDocument } from '@/lib/http/receive/receive-document'
import type { LanguageCode } from '@/lib/i18n/languages'
import { createTranslator } from '@/lib/i18n/translate'
import type { StoredUpload } from '@/lib/render/untrusted/store-upload'
import type { Belonging } from '@/lib/scan/typed/where-it-belongs'
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
import { whereSentBelongs } from '../../where-sent'

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
    const checked = await (sent ? checkFile(request, check, draw) : checkFingerprint(request)).catch(
      (error: unknown) => {
        if (error instanceof ReceiptFileError) return error
        throw error
      },
    )
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

async function checkFile(
  request: Request,
  check: DocumentCheck,
  draw: PageInput['draw'],
): Promise<CheckedDocument | null> {
  const upload = await receiveDocument(request, DOCUMENT_BYTES)
  try {
    if (upload.size === 0) throw new EmptyFileError()
    return await verifyDocument(upload, check).catch(async (error: unknown) => {
      const isUnread =
        error instanceof ServiceError && error.code === 'malformed' && !(error instanceof UnreadFileError)
      const belongs = isUnread ? await whereUploadBelongs(upload, draw) : null
      throw belongs ? new WrongBoxError(belongs) : error
    })
  } finally {
    await upload.dispose()
  }
}

/** Nothing was sent: a file that was cut off, or not saved yet. */
class EmptyFileError extends ServiceError {
  constructor() {
    super('malformed', 'The file is empty.')
  }
}

/** What was sent is no PDF, and another page takes it: without scripts nothing led it there. */
class WrongBoxError extends ServiceError {
  constructor(readonly belongs: Belonging) {
    super('malformed', 'The file is not a PDF.')
  }
}

async function whereUploadBelongs({ path, size }: StoredUpload, draw: PageInput['draw']): Promise<Belonging | null> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(TELLING_BYTES), 0, TELLING_BYTES, 0)
    const belongs = await whereSentBelongs(buffer.subarray(0, bytesRead), draw)
    if (belongs === null || belongs.kind === 'pdf') return null
    // Of a longer text some serials would be left out.
    return size <= TELLING_BYTES || ['badge', 'receipt', 'picture'].includes(belongs.kind) ? belongs : null
  } finally {
    await file.close()
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
  if (error instanceof EmptyFileError) return { kind: 'file_refused', reason: 'empty' }
  if (error instanceof WrongBoxError) return { kind: 'file_refused', reason: 'unreadable', belongs: error.belongs }
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
