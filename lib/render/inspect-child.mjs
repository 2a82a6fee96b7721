// The inspector's own process: reads one PDF from standard input and writes what it found as one JSON document to
// standard output. It parses hostile bytes, so it gets no network use, no environment, no file but its own code, and
// is killed from outside (inspect-process.ts). Plain JavaScript, because compiling TypeScript would cost it its start.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PDFiumModule } from '@hyzyla/pdfium'
import { prepareZXingModule } from 'zxing-wasm/reader'
import { readAttachments } from './inspect-child-attachments.mjs'
import { readPageText, renderPage } from './inspect-child-pages.mjs'
import { readQrCodes } from './inspect-child-qr.mjs'

const PAGES_READ = process.argv.includes('attachments') ? 0 : 3
/** FPDF_GetLastError (fpdfview.h): wrong password, and a security handler that is not known. */
const ENCRYPTED = [4, 5]

/** @param {string} specifier the wasm file of a package, read from the disk and never fetched */
function wasmOf(specifier) {
  return readFileSync(fileURLToPath(import.meta.resolve(specifier)))
}

/** @param {Uint8Array} bytes the whole document */
async function inspect(bytes) {
  const pdfium = await PDFiumModule({ wasmBinary: wasmOf('@hyzyla/pdfium/pdfium.wasm') })
  pdfium._FPDF_InitLibrary()
  const file = pdfium._malloc(bytes.length)
  pdfium.HEAPU8.set(bytes, file)
  const document = pdfium._FPDF_LoadMemDocument(file, bytes.length, 0)
  if (!document) return { status: ENCRYPTED.includes(pdfium._FPDF_GetLastError()) ? 'encrypted' : 'not_a_pdf' }

  const pages = pdfium._FPDF_GetPageCount(document)
  if (pages < 1) return { status: 'not_a_pdf' }
  const answer = { status: 'inspected', pages, attachments: readAttachments(pdfium, document), texts: [], qrTexts: [] }
  for (let index = 0; index < Math.min(pages, PAGES_READ); index++) {
    const page = pdfium._FPDF_LoadPage(document, index)
    if (!page) continue
    answer.texts.push(readPageText(pdfium, page))
    const picture = renderPage(pdfium, page)
    pdfium._FPDF_ClosePage(page)
    if (picture) answer.qrTexts.push(...(await readQrCodes(picture)))
  }
  return answer
}

prepareZXingModule({ overrides: { wasmBinary: wasmOf('zxing-wasm/reader/zxing_reader.wasm') } })
const answer = await inspect(readFileSync(0))
process.stdout.write(JSON.stringify(answer), () => process.exit(0))
