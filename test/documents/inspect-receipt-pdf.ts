import { PDFiumLibrary } from '@hyzyla/pdfium'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
let library: Promise<PDFiumLibrary> | undefined

/** The text of a receipt's page and its attachments by name, read by other programs (poppler-utils, pdfium). */
export async function inspectReceiptPdf(pdf: Uint8Array): Promise<{ text: string; files: Map<string, string> }> {
  library ??= PDFiumLibrary.init()
  const document = await (await library).loadDocument(pdf)
  const text = document.getPage(0).getText().replace(/\s+/g, ' ')
  document.destroy()
  const folder = await mkdtemp(join(tmpdir(), 'receipt-'))
  try {
    const path = join(folder, 'receipt.pdf')
    await writeFile(path, pdf)
    const files = new Map<string, string>()
    for (const name of ['receipt.jwt', 'receipt.json']) {
      await run('pdfdetach', ['-savefile', name, '-o', join(folder, name), path])
      files.set(name, await readFile(join(folder, name), 'utf8'))
    }
    return { text, files }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
