/** 300 dots an inch, finer than what is asked for (150), so that the smallest comma is several dots. */
export const DOTS_PER_POINT = 300 / 72
/** Drawn twice as fine and brought down, so that small glyphs, too, stand where they are and not at the next dot. */
const FINER = 2
const BAND = 160
const GREY = 1
const WHITE = 0xffffffff
/** FPDF_ANNOT: what a stamp put on the page is drawn too. */
const FLAGS = 0x01
/** The long side of a page that is not compared but shown: as many dots as A4 has. */
const LONG_SIDE = 3508

/**
 * @typedef {import('../inspect/inspect-child-grey.mjs').Grey & { scale: number }} Drawing `scale`: dots in a point
 */

/**
 * Draws a loaded page in grey, in bands, so that little memory is needed.
 * @param {{ width: number, height: number } | null} sheet in points, on which the page lies lower left corner on lower
 *   left corner; null to draw the page alone, as large as a sheet
 * @returns {Drawing | null} null for a page that has no size
 */
export function drawPage(pdfium, page, sheet) {
  const own = { width: pdfium._FPDF_GetPageWidthF(page), height: pdfium._FPDF_GetPageHeightF(page) }
  const size = sheet ?? own
  if (![own.width, own.height].every((length) => Number.isFinite(length) && length > 0)) return null
  const scale = sheet ? DOTS_PER_POINT : LONG_SIDE / Math.max(own.width, own.height)
  const [width, height] = [size.width, size.height].map((length) => Math.max(Math.ceil(length * scale), 1))
  const grey = new Uint8Array(width * height)
  const bitmap = pdfium._FPDFBitmap_CreateEx(width * FINER, BAND * FINER, GREY, 0, 0)
  const at = pdfium._malloc(64)
  const [fine, down] = [scale * FINER, (size.height - own.height) * scale * FINER]
  for (let top = 0; top < height; top += BAND) {
    pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width * FINER, BAND * FINER, WHITE)
    pdfium.HEAPF32.set([fine, 0, 0, fine, 0, down - top * FINER, 0, 0, width * FINER, BAND * FINER], at >> 2)
    pdfium._FPDF_RenderPageBitmapWithMatrix(bitmap, page, at, at + 24, FLAGS)
    bringDown(pdfium, bitmap, grey.subarray(top * width), width, Math.min(BAND, height - top))
  }
  pdfium._FPDFBitmap_Destroy(bitmap)
  pdfium._free(at)
  return { grey, width, height, scale }
}

function bringDown(pdfium, bitmap, to, width, rows) {
  const stride = pdfium._FPDFBitmap_GetStride(bitmap)
  const start = pdfium._FPDFBitmap_GetBuffer(bitmap)
  const from = pdfium.HEAPU8
  for (let row = 0; row < rows; row++) {
    let upper = start + FINER * row * stride
    let lower = upper + stride
    for (let at = row * width; at < (row + 1) * width; at++, upper += FINER, lower += FINER) {
      to[at] = (from[upper] + from[upper + 1] + from[lower] + from[lower + 1] + 2) >> 2
    }
  }
}
