const MOST_OBJECTS = 20_000
const DEEPEST = 8
const TEXT = 1
const PATH = 2
const IMAGE = 3
const SHADING = 4
const FORM = 5
/** A line this thick hides what it is drawn over, in points. */
const COVERING_STROKE = 3

/**
 * @typedef {{ left: number, bottom: number, right: number, top: number }} Bounds in the page's own coordinates
 * @typedef {{ order: number, bounds: Bounds, isPicture: boolean }} Cover what can hide that which was drawn before it
 */

/**
 * What is drawn on a loaded page, in order, forms taken apart.
 * @returns {{ orderOf: Map<number, number>, covers: Cover[] } | null} the place of each text object, and what can cover
 *   text; null where there is too much
 */
export function readPainted(pdfium, page) {
  const painted = { orderOf: new Map(), covers: [], count: 0 }
  const at = pdfium._malloc(64)
  const top = { count: () => pdfium._FPDFPage_CountObjects(page), get: (i) => pdfium._FPDFPage_GetObject(page, i) }
  const isComplete = walk(pdfium, at, top, [1, 0, 0, 1, 0, 0], 0, painted)
  pdfium._free(at)
  return isComplete ? painted : null
}

function walk(pdfium, at, list, matrix, depth, painted) {
  const count = list.count()
  if (depth > DEEPEST || painted.count + count > MOST_OBJECTS) return false
  for (let index = 0; index < count; index++) {
    const object = list.get(index)
    const type = pdfium._FPDFPageObj_GetType(object)
    const order = painted.count++
    if (type === TEXT) painted.orderOf.set(object, order)
    else if (type === FORM) {
      const inner = {
        count: () => pdfium._FPDFFormObj_CountObjects(object),
        get: (i) => pdfium._FPDFFormObj_GetObject(object, i),
      }
      if (!walk(pdfium, at, inner, joined(matrixOf(pdfium, at, object), matrix), depth + 1, painted)) return false
    } else if (canCover(pdfium, at, object, type)) {
      const bounds = placed(boundsOf(pdfium, at, object), matrix)
      painted.covers.push({ order, bounds, isPicture: type === IMAGE || type === SHADING })
    }
  }
  return true
}

function canCover(pdfium, at, object, type) {
  if (type === IMAGE || type === SHADING) return true
  if (type !== PATH) return false
  pdfium._FPDFPath_GetDrawMode(object, at, at + 4)
  const [fill, isStroked] = pdfium.HEAP32.subarray(at >> 2, (at >> 2) + 2)
  if (fill !== 0) return true
  pdfium._FPDFPageObj_GetStrokeWidth(object, at)
  return isStroked !== 0 && pdfium.HEAPF32[at >> 2] >= COVERING_STROKE
}

function boundsOf(pdfium, at, object) {
  pdfium._FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12)
  return [...pdfium.HEAPF32.subarray(at >> 2, (at >> 2) + 4)]
}

function matrixOf(pdfium, at, object) {
  pdfium._FPDFPageObj_GetMatrix(object, at)
  return [...pdfium.HEAPF32.subarray(at >> 2, (at >> 2) + 6)]
}

function placed([left, bottom, right, top], [a, b, c, d, e, f]) {
  const corners = [left, right].flatMap((x) => [bottom, top].map((y) => [a * x + c * y + e, b * x + d * y + f]))
  const xs = corners.map(([x]) => x)
  const ys = corners.map(([, y]) => y)
  return { left: Math.min(...xs), bottom: Math.min(...ys), right: Math.max(...xs), top: Math.max(...ys) }
}

/** First the inner matrix, then the outer one (ISO 32000-1, 8.3.4). */
function joined([a, b, c, d, e, f], [A, B, C, D, E, F]) {
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F]
}
