/** How much of a page's text is read; a page of a certificate has some hundred characters. */
const LONGEST_TEXT = 20_000
/** The long side of a rendered page: 170 dots per inch on A4, seven dots for each module of a 3 cm QR code. */
const LONG_SIDE = 2000
const BGRA = 4
const WHITE = 0xffffffff
/** FPDF_ANNOT: what a stamp put on the page is drawn too. FPDF_REVERSE_BYTE_ORDER: RGB instead of BGR. */
const FLAGS = 0x01 | 0x10

/** @returns {string} the text of a loaded page, cut */
export function readPageText(pdfium, page) {
  const textPage = pdfium._FPDFText_LoadPage(page)
  if (!textPage) return ''
  const count = Math.min(Math.max(pdfium._FPDFText_CountChars(textPage), 0), LONGEST_TEXT)
  const at = pdfium._malloc((count + 1) * 2)
  const written = pdfium._FPDFText_GetText(textPage, 0, count, at)
  const bytes = pdfium.HEAPU8.subarray(at, at + Math.max(written - 1, 0) * 2)
  const text = Buffer.from(bytes).toString('utf16le')
  pdfium._free(at)
  pdfium._FPDFText_ClosePage(textPage)
  return text
}

/** FPDF_PAGEOBJ_IMAGE and FPDF_PAGEOBJ_FORM. */
const [IMAGE, FORM] = [3, 5]
const MOST_OBJECTS = 1000
const MOST_DEPTH = 4

/**
 * Whether pictures take most of a loaded page, as where paper was scanned, whole or in strips: what is printed on it may be
 * there and not be read, also where the scanner has added the text that it recognized.
 */
export function isPicture(pdfium, page) {
  const floats = pdfium._malloc(24)
  const read = (count) => new Float32Array(pdfium.HEAPU8.slice(floats, floats + 4 * count).buffer)
  const area = (object) => {
    if (!pdfium._FPDFPageObj_GetBounds(object, floats, floats + 4, floats + 8, floats + 12)) return 0
    const [left, bottom, right, top] = read(4)
    return (right - left) * (top - bottom)
  }
  const scale = (form) => {
    if (!pdfium._FPDFPageObj_GetMatrix(form, floats)) return 0
    const [a, b, c, d] = read(6)
    return Math.abs(a * d - b * c)
  }
  let left = MOST_OBJECTS
  const pictured = (count, object, depth) => {
    let found = 0
    for (let index = 0; index < count && left > 0; index++, left--) {
      const one = object(index)
      const type = pdfium._FPDFPageObj_GetType(one)
      if (type === IMAGE) found += area(one)
      if (type === FORM && depth < MOST_DEPTH) {
        const inside = pictured(
          pdfium._FPDFFormObj_CountObjects(one),
          (at) => pdfium._FPDFFormObj_GetObject(one, at),
          depth + 1,
        )
        found += inside * scale(one)
      }
    }
    return found
  }
  const inPage = pictured(pdfium._FPDFPage_CountObjects(page), (at) => pdfium._FPDFPage_GetObject(page, at), 0)
  pdfium._free(floats)
  return inPage > (pdfium._FPDF_GetPageWidth(page) * pdfium._FPDF_GetPageHeight(page)) / 2
}

/**
 * Draws a loaded page so that its long side has 2000 dots, whatever size the file says that it has.
 * @returns {{ data: Uint8ClampedArray, width: number, height: number } | null} RGBA, or null for a page without a size
 */
export function drawInspectedPage(pdfium, page) {
  const points = [pdfium._FPDF_GetPageWidth(page), pdfium._FPDF_GetPageHeight(page)]
  if (!points.every((length) => Number.isFinite(length) && length > 0)) return null
  const scale = LONG_SIDE / Math.max(...points)
  const [width, height] = points.map((length) => Math.max(Math.round(length * scale), 1))
  const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, BGRA, 0, 0)
  if (!bitmap) return null
  pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
  pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, FLAGS)
  const at = pdfium._FPDFBitmap_GetBuffer(bitmap)
  const data = Uint8ClampedArray.from(pdfium.HEAPU8.subarray(at, at + width * height * 4))
  pdfium._FPDFBitmap_Destroy(bitmap)
  return { data, width, height }
}
