import { PDFiumModule } from '@hyzyla/pdfium'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** FPDF_GetLastError (fpdfview.h): wrong password, and a security handler that is not known. */
const ENCRYPTED = [4, 5]

/** @param {string} specifier the wasm file of a package, read from the disk and never fetched */
export function wasmOf(specifier) {
  return readFileSync(fileURLToPath(import.meta.resolve(specifier)))
}

let compiled

/** Compiled once; each document gets an instance and a memory of its own. */
function newPdfium() {
  compiled ??= WebAssembly.compile(wasmOf('@hyzyla/pdfium/pdfium.wasm'))
  const instantiateWasm = (imports, use) => {
    compiled.then((module) => WebAssembly.instantiate(module, imports).then((instance) => use(instance, module)))
    return {}
  }
  return PDFiumModule({ instantiateWasm })
}

/**
 * Opens a document in a PDFium of its own, so that no document can reach the memory of another.
 * @param {Uint8Array} bytes the whole document
 * @returns {Promise<{ status: 'open', pdfium: object, document: number, pages: number } |
 *   { status: 'encrypted' | 'not_a_pdf' }>}
 */
export async function openDocument(bytes) {
  const pdfium = await newPdfium()
  pdfium._FPDF_InitLibrary()
  const file = pdfium._malloc(bytes.length)
  pdfium.HEAPU8.set(bytes, file)
  const document = pdfium._FPDF_LoadMemDocument(file, bytes.length, 0)
  if (!document) return { status: ENCRYPTED.includes(pdfium._FPDF_GetLastError()) ? 'encrypted' : 'not_a_pdf' }
  const pages = pdfium._FPDF_GetPageCount(document)
  return pages < 1 ? { status: 'not_a_pdf' } : { status: 'open', pdfium, document, pages }
}
