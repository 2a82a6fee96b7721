// The inspector's own process: reads one PDF from standard input and writes what it found as one JSON document to
// standard output. It parses hostile bytes, so it gets no network use, no environment, no file but its own code, and
// is killed from outside (inspect-process.ts). Plain JavaScript, because compiling TypeScript would cost it its start.
import { readFileSync } from 'node:fs'
import { prepareZXingModule } from 'zxing-wasm/reader'
import { readAttachments, readReceiptJson } from './inspect-child-attachments.mjs'
import { openDocument, wasmOf } from './inspect-child-open.mjs'
import { drawInspectedPage, isPicture, readPageText } from './inspect-child-pages.mjs'
import { readQrCodes } from './inspect-child-qr.mjs'

const PAGES_READ = process.argv.includes('attachments') ? 0 : 3

/** @param {Uint8Array} bytes the whole document */
async function inspect(bytes) {
  const opened = await openDocument(bytes)
  if (opened.status !== 'open') return { status: opened.status }
  const { pdfium, document, pages } = opened
  const attachments = readAttachments(pdfium, document)
  const receiptJson = PAGES_READ === 0 ? readReceiptJson(pdfium, document) : null
  const isPartial = PAGES_READ > 0 && pages > PAGES_READ
  const found = { attachments, receiptJson, texts: [], qrTexts: [] }
  const answer = { status: 'inspected', pages, isPartial, isPicture: false, ...found }
  for (let index = 0; index < Math.min(pages, PAGES_READ); index++) {
    const page = pdfium._FPDF_LoadPage(document, index)
    if (!page) {
      answer.isPartial = true
      continue
    }
    answer.texts.push(readPageText(pdfium, page))
    answer.isPicture ||= isPicture(pdfium, page)
    const picture = drawInspectedPage(pdfium, page)
    pdfium._FPDF_ClosePage(page)
    if (picture) answer.qrTexts.push(...(await readQrCodes(picture)))
    else answer.isPartial = true
  }
  return answer
}

prepareZXingModule({ overrides: { wasmBinary: wasmOf('zxing-wasm/reader/zxing_reader.wasm') } })
const answer = await inspect(readFileSync(0))
process.stdout.write(JSON.stringify(answer), () => process.exit(0))
