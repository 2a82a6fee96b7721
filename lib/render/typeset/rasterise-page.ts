import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'

sharp.cache(false)
sharp.concurrency(1)

let library: Promise<PDFiumLibrary> | undefined

/**
 * Draws the first page of a certificate's PDF as a JPEG, upright or not, as the sheet is.
 * @param dots an inch: with 150, A4 is 1754 by 1240
 * @throws Error when the bytes are not a PDF
 */
export async function rasterisePage(pdf: Uint8Array, dots: number): Promise<Uint8Array> {
  library ??= PDFiumLibrary.init()
  const document = await (await library).loadDocument(pdf)
  try {
    const sheet = document.getPage(0)
    const { originalWidth, originalHeight } = sheet.getOriginalSize()
    const scale = dots / 72
    const size = { width: Math.round(originalWidth * scale), height: Math.round(originalHeight * scale) }
    const page = await sheet.render({ ...size, render: 'bitmap' })
    // With fewer colours than lights, the edges of small letters would be coloured.
    const picture = sharp(page.data, { raw: { width: page.width, height: page.height, channels: 4 } })
    return new Uint8Array(
      await picture.flatten({ background: '#fff' }).jpeg({ quality: 88, chromaSubsampling: '4:4:4' }).toBuffer(),
    )
  } finally {
    document.destroy()
  }
}
