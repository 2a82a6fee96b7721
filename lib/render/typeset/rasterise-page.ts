import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'

/** A4 landscape at 150 dots an inch. */
const WIDTH = 1754
const HEIGHT = 1240

sharp.cache(false)
sharp.concurrency(1)

let library: Promise<PDFiumLibrary> | undefined

/**
 * Draws the first page of a certificate's PDF as a JPEG, 1754 by 1240 pixels.
 * @throws Error when the bytes are not a PDF
 */
export async function rasterisePage(pdf: Uint8Array): Promise<Uint8Array> {
  library ??= PDFiumLibrary.init()
  const document = await (await library).loadDocument(pdf)
  try {
    const page = await document.getPage(0).render({ width: WIDTH, height: HEIGHT, render: 'bitmap' })
    // With fewer colours than lights, the edges of small letters would be coloured.
    const picture = sharp(page.data, { raw: { width: page.width, height: page.height, channels: 4 } })
    return new Uint8Array(
      await picture.flatten({ background: '#fff' }).jpeg({ quality: 88, chromaSubsampling: '4:4:4' }).toBuffer(),
    )
  } finally {
    document.destroy()
  }
}
