/** Lengths in millimetres, as everything here: a point is 0.353. */
const WAVE = 16
const STROKES = { weave: 0.124, outer: 0.32, inner: 0.18 }

/** A border: the sheet, how far it is from its edge, and how thick. */
interface Border {
  width: number
  height: number
  edge: number
  thickness: number
}

/**
 * A border of lines that swing around each other between two rules, as banknotes and diplomas have them, as one picture of the
 * whole sheet. It is drawn here, because the typesetter would take a fifth of the page’s time for it.
 */
export function wovenBorder({ width, height, edge, thickness }: Border, colour: string): string {
  const inside = edge + thickness
  const rule = (from: number, stroke: number) =>
    `<rect x="${from}" y="${from}" width="${width - 2 * from}" height="${height - 2 * from}" stroke-width="${stroke}"/>`
  const strip = (id: string, path: string, far: string) =>
    `<path id="${id}" stroke-width="${STROKES.weave}" d="${path}"/><use href="#${id}" ${far}/>`
  const [left, top] = [width - inside, height - inside]
  const corner = (x: number, y: number) => `M${x} ${y}h${thickness}v${thickness}h-${thickness}z`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><g fill="none" stroke="${colour}">` +
    rule(edge, STROKES.outer) +
    rule(inside, STROKES.inner) +
    strip('across', weave(inside, edge + thickness / 2, width - 2 * inside, thickness, false), `y="${top - edge}"`) +
    strip('down', weave(inside, edge + thickness / 2, height - 2 * inside, thickness, true), `x="${left - edge}"`) +
    `</g><path fill="${colour}" d="${corner(edge, edge)}${corner(left, edge)}${corner(edge, top)}${corner(left, top)}"/></svg>`
  )
}

/** Lines that swing around a middle, from a start along it; `upright` turns them by exchanging the two directions. */
function weave(start: number, middle: number, length: number, thickness: number, upright: boolean): string {
  const waves = Math.round(length / WAVE)
  const step = length / waves
  const point = (along: number, across: number) =>
    (upright ? [across, along] : [along, across]).map((one) => one.toFixed(2)).join(' ')
  const line = (swing: number) =>
    Array.from({ length: waves }, (_, index) => {
      const y = middle + (index % 2 === 0 ? -swing : swing)
      const at = (part: number) => start + step * (index + part)
      return `C${point(at(0.36), y)} ${point(at(0.64), y)} ${point(at(1), middle)}`
    }).join('')
  // A line reaches three quarters of its swing: none leaves the border.
  const most = (thickness / 2) * 1.15
  const swings = [most, most * Math.SQRT1_2, -most * Math.SQRT1_2, -most]
  const straight = `M${point(start, middle)}L${point(start + length, middle)}`
  return straight + swings.map((swing) => `M${point(start, middle)}${line(swing)}`).join('')
}
