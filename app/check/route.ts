import { DroppedPage, type DroppedReason } from '@/components/file/dropped-page'
import { renderPage } from '@/components/site/render-document'
import { BADGES, CHECK_MANY, RECEIPTS } from '@/components/site/site-links'
import { FILE_PATH } from '@/components/verdict/verdict-view'
import { DOCUMENT_BYTES } from '@/lib/contract/check/document'
import { type FileKind, fileKind, fileText, isDrawing } from '@/lib/domain/certificate/file-kind'
import { unreadKind } from '@/lib/domain/certificate/unread-kind'
import type { ServiceError } from '@/lib/errors'
import { plainResponse } from '@/lib/http/answer/plain-response'
import { VERDICT_PAGE_HEADERS } from '@/lib/http/answer/verdict-page-headers'
import { htmlResponse, type PageInput, pageEndpoint } from '@/lib/http/page-endpoint'
import { receiveDocument } from '@/lib/http/receive/receive-document'
import { createTranslator } from '@/lib/i18n/translate'
import { headOfFile } from '@/lib/service/files/head-of-file'
import { site } from '../site'

/** The page that each kind of file is judged by. */
const PAGES: Partial<Record<FileKind, string>> = {
  pdf: FILE_PATH,
  badge: BADGES,
  receipt: RECEIPTS,
  serials: CHECK_MANY,
}

/** Somebody who comes by the address alone finds the form on the home page. */
export const GET = pageEndpoint({}, () => plainResponse(303, { location: '/' }, null), refused)

/**
 * Where the one place for files leads without scripts: what the file is, its content says, and its page gets the same
 * form again (307), so that each page goes on judging by itself. Nothing is judged here.
 */
export const POST = pageEndpoint(
  { group: 'verify_pdf', headers: VERDICT_PAGE_HEADERS },
  async ({ request, language }) => {
    const upload = await receiveDocument(request, DOCUMENT_BYTES)
    try {
      const head = upload.size === 0 ? new Uint8Array() : await headOfFile(upload.path)
      const kind = fileKind(head)
      const page = PAGES[kind]
      if (page !== undefined) return plainResponse(307, { location: page }, null)
      const isKnown = kind === 'picture' || kind === 'spreadsheet'
      return htmlResponse(400, await render(language, isKnown ? kind : whyUnknown(head)))
    } finally {
      await upload.dispose()
    }
  },
  refused,
)

function whyUnknown(head: Uint8Array): DroppedReason {
  if (unreadKind(head) === 'empty') return 'empty'
  return isDrawing(fileText(head) ?? '') ? 'drawing' : 'unknown'
}

function refused({ code }: ServiceError, { language }: PageInput): Promise<string> {
  if (code === 'too_large') return render(language, 'too_large')
  return render(language, code === 'malformed' ? 'one_only' : 'could_not_check')
}

function render(language: PageInput['language'], reason: DroppedReason): Promise<string> {
  return renderPage(DroppedPage, { translator: createTranslator(language), host: site().host, reason })
}
