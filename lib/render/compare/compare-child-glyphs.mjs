/** How much of a page is read; a page of a certificate has some hundred glyphs. */
const MOST_GLYPHS = 20_000
/** Device units in a point: FPDF_PageToDevice answers in whole ones. */
const FINE = 64

/**
 * @typedef {{ left: number, top: number, right: number, bottom: number }} Box points from the page's upper left corner
 * @typedef {{ text: string, box: Box, centre: { x: number, y: number }, height: number, object: number, mode: number,
 *   colour: string, alpha: number, startsWord: boolean, isBroken: boolean }} Glyph `centre` in the page's own coordinates
 */

/**
 * The glyphs of a loaded page's text, as the page draws them, in the order in which the extractor reads them.
 * @returns {Glyph[] | null} null where there are too many
 */
export function readGlyphs(pdfium, page) {
  const textPage = pdfium._FPDFText_LoadPage(page)
  if (!textPage) return []
  const count = pdfium._FPDFText_CountChars(textPage)
  if (count > MOST_GLYPHS) return null
  const reader = new GlyphReader(pdfium, page, textPage)
  const glyphs = []
  let startsWord = true
  for (let index = 0; index < count; index++) {
    const text = textOf(pdfium._FPDFText_GetUnicode(textPage, index))
    const isGap = pdfium._FPDFText_IsGenerated(textPage, index) === 1 || /^\s*$/u.test(text)
    if (!isGap) glyphs.push({ text, startsWord, ...reader.read(index) })
    startsWord = isGap
  }
  reader.close()
  return glyphs
}

function textOf(code) {
  return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '\ufffd' : String.fromCodePoint(code)
}

class GlyphReader {
  constructor(pdfium, page, textPage) {
    Object.assign(this, { pdfium, page, textPage })
    this.at = pdfium._malloc(64)
    this.size = [pdfium._FPDF_GetPageWidthF(page), pdfium._FPDF_GetPageHeightF(page)]
  }

  read(index) {
    const { pdfium, textPage, at } = this
    const object = pdfium._FPDFText_GetTextObject(textPage, index)
    pdfium._FPDFText_GetFillColor(textPage, index, at, at + 4, at + 8, at + 12)
    const [red, green, blue, alpha] = pdfium.HEAPU32.subarray(at >> 2, (at >> 2) + 4)
    pdfium._FPDFText_GetLooseCharBox(textPage, index, at)
    const [, top, , bottom] = pdfium.HEAPF32.subarray(at >> 2, (at >> 2) + 4)
    return {
      ...this.#box(index),
      height: Math.abs(top - bottom),
      object,
      mode: object ? pdfium._FPDFTextObj_GetTextRenderMode(object) : -1,
      colour: `${red},${green},${blue}`,
      alpha,
      isBroken: pdfium._FPDFText_HasUnicodeMapError(textPage, index) === 1,
    }
  }

  #box(index) {
    const { pdfium, textPage, at } = this
    pdfium._FPDFText_GetCharBox(textPage, index, at, at + 8, at + 16, at + 24)
    const [left, right, bottom, top] = pdfium.HEAPF64.slice(at >> 3, (at >> 3) + 4)
    const [x1, y1] = this.#toDevice(left, top)
    const [x2, y2] = this.#toDevice(right, bottom)
    const box = { left: Math.min(x1, x2), top: Math.min(y1, y2), right: Math.max(x1, x2), bottom: Math.max(y1, y2) }
    return { box, centre: { x: (left + right) / 2, y: (bottom + top) / 2 } }
  }

  /** From the page's own coordinates, whatever its boxes and its rotation are. */
  #toDevice(x, y) {
    const { pdfium, page, at, size } = this
    const [width, height] = size.map((length) => Math.round(length * FINE))
    pdfium._FPDF_PageToDevice(page, 0, 0, width, height, 0, x, y, at, at + 4)
    return [...pdfium.HEAP32.subarray(at >> 2, (at >> 2) + 2)].map((length) => length / FINE)
  }

  close() {
    this.pdfium._free(this.at)
    this.pdfium._FPDFText_ClosePage(this.textPage)
  }
}
