/**
 * @typedef {{ isHeading: boolean, glyphs: import('./compare-child-glyphs.mjs').Glyph[] }} Group glyphs of the issued page
 *   that belong together: one field, or one label
 */

/**
 * Takes an issued page apart into what it says, in order: the words of one element of its structure in one colour.
 * @param {import('./compare-child-glyphs.mjs').Glyph[]} glyphs
 * @returns {Group[]}
 */
export function groupGlyphs(pdfium, page, glyphs) {
  const elements = readElements(pdfium, page)
  const groups = []
  let last = ''
  for (const glyph of glyphs) {
    const content = glyph.object ? pdfium._FPDFPageObj_GetMarkedContentID(glyph.object) : -1
    const element = elements.get(content)
    const key = `${element?.index} ${glyph.colour}`
    if (key !== last) groups.push({ isHeading: element?.type === 'H1', glyphs: [] })
    last = key
    groups.at(-1).glyphs.push(glyph)
  }
  return groups
}

/** Which element of the structure each marked content belongs to. */
function readElements(pdfium, page) {
  const elements = new Map()
  const tree = pdfium._FPDF_StructTree_GetForPage(page)
  if (!tree) return elements
  const at = pdfium._malloc(64)
  let index = 0
  const visit = (element) => {
    const own = { index: index++, type: typeOf(pdfium, at, element) }
    for (let child = 0; child < pdfium._FPDF_StructElement_CountChildren(element); child++) {
      const content = pdfium._FPDF_StructElement_GetChildMarkedContentID(element, child)
      if (content >= 0) elements.set(content, own)
      const inner = pdfium._FPDF_StructElement_GetChildAtIndex(element, child)
      if (inner) visit(inner)
    }
  }
  for (let child = 0; child < pdfium._FPDF_StructTree_CountChildren(tree); child++) {
    visit(pdfium._FPDF_StructTree_GetChildAtIndex(tree, child))
  }
  pdfium._free(at)
  pdfium._FPDF_StructTree_Close(tree)
  return elements
}

function typeOf(pdfium, at, element) {
  const length = pdfium._FPDF_StructElement_GetType(element, at, 64)
  return Buffer.from(pdfium.HEAPU8.subarray(at, at + Math.max(Math.min(length, 64) - 2, 0))).toString('utf16le')
}
