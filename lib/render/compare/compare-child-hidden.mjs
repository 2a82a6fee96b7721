/** Render modes (ISO 32000-1, 9.3.6): from 3 on nothing is filled, or the text is a clip for what follows. */
const INVISIBLE_FROM = 3
const FAINT_ALPHA = 128
/** The least difference, of 255, between the lightest and the darkest dot of a glyph that can be read. */
const LEAST_CONTRAST = 64

/**
 * How many glyphs nobody sees, or only partly: not filled, faint, without ink of their own where they stand (white on
 * white, clipped, cut off, covered), under something that was drawn later, or much smaller than any of the issued page.
 * @param {{ glyphs: import('./compare-child-glyphs.mjs').Glyph[], grey: import('./compare-child-draw.mjs').Drawing,
 *   painted: { orderOf: Map<number, number>, covers: import('./compare-child-painted.mjs').Cover[] } }} page
 * @param {number} leastHeight points
 */
export function countHidden({ glyphs, grey, painted }, leastHeight) {
  return glyphs.filter(
    (glyph) =>
      glyph.mode >= INVISIBLE_FROM ||
      glyph.alpha < FAINT_ALPHA ||
      glyph.height < leastHeight ||
      !hasInk(glyph, grey) ||
      isCovered(glyph, painted),
  ).length
}

function hasInk({ box }, { grey, width, height, scale }) {
  const left = Math.max(Math.floor(box.left * scale), 0)
  const top = Math.max(Math.floor(box.top * scale), 0)
  const right = Math.min(Math.ceil(box.right * scale), width)
  const bottom = Math.min(Math.ceil(box.bottom * scale), height)
  let darkest = 255
  let lightest = 0
  for (let y = top; y < bottom; y++) {
    for (let at = y * width + left; at < y * width + right; at++) {
      if (grey[at] < darkest) darkest = grey[at]
      if (grey[at] > lightest) lightest = grey[at]
    }
  }
  return lightest - darkest >= LEAST_CONTRAST
}

function isCovered({ object, centre: { x, y } }, { orderOf, covers }) {
  const order = orderOf.get(object) ?? -1
  return covers.some(
    ({ order: later, bounds: { left, bottom, right, top } }) =>
      later > order && x >= left && x <= right && y >= bottom && y <= top,
  )
}
