import { PDFiumLibrary } from '@hyzyla/pdfium'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { renderFolder } from '@/lib/render/typeset/render-folder'

/** What tests read back from a certificate's PDF. */
export interface RenderedPage {
  pages: number
  text: string
  /** The PDF's first page in grey, one byte a pixel, 10 pixels a millimetre at A4 landscape. */
  pixels: Uint8Array
  width: number
  height: number
}

const WIDTH = 2970
const HEIGHT = 2100

// Once: a second library would break the first.
let library: Promise<PDFiumLibrary> | undefined

/** The text of a PDF's first page, without drawing it. */
export async function readTextOf(pdf: Uint8Array): Promise<string> {
  library ??= PDFiumLibrary.init()
  const document = await (await library).loadDocument(pdf)
  try {
    return document.getPage(0).getText()
  } finally {
    document.destroy()
  }
}

/** Reads a PDF with another program than made it: its pages, its text, and its first page as a picture. */
export async function readPage(pdf: Uint8Array): Promise<RenderedPage> {
  library ??= PDFiumLibrary.init()
  const document = await (await library).loadDocument(pdf)
  try {
    const text = document.getPage(0).getText()
    // Drawing closes the page, so that each use gets its own.
    const drawn = await document
      .getPage(0)
      .render({ width: WIDTH, height: HEIGHT, render: 'bitmap', colorSpace: 'Gray' })
    const pixels = new Uint8Array(drawn.data)
    return { pages: document.getPageCount(), text, pixels, width: drawn.width, height: drawn.height }
  } finally {
    document.destroy()
  }
}

/** The darkest pixel of a rectangle given in millimetres: 255 where nothing is drawn. */
export function darkest(page: RenderedPage, left: number, top: number, right: number, bottom: number): number {
  const scale = page.width / 297
  let least = 255
  for (let y = Math.ceil(top * scale); y < Math.floor(bottom * scale); y += 1) {
    for (let x = Math.ceil(left * scale); x < Math.floor(right * scale); x += 1) {
      least = Math.min(least, page.pixels[y * page.width + x] ?? 255)
    }
  }
  return least
}

let ready: Promise<unknown> | undefined

/** What the QR codes on a picture say. */
export async function readQrCodes(picture: Uint8Array): Promise<string[]> {
  ready ??= loadReader()
  await ready
  const png = await sharp(picture).png().toBuffer()
  const codes = await readBarcodes(new Uint8Array(png), { formats: ['QRCode'] })
  return codes.map((code) => code.text)
}

function loadReader(): Promise<unknown> {
  // By default it would fetch its WebAssembly from another host.
  const path = createRequire(join(renderFolder(), 'rendered-page.ts')).resolve('zxing-wasm/reader/zxing_reader.wasm')
  const wasmBinary = new Uint8Array(readFileSync(path)).buffer
  return prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
}
