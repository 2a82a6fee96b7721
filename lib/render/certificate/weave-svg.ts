/** Lengths in points. */
const POINTS = 72 / 25.4
const WAVE = 13 * POINTS
const LINES = 5
const STROKE = 0.35

/**
 * One strip of lines that swing around each other, as banknotes and diplomas have them, from left to right. It is a picture, and
 * written here, because the typesetter would take a fifth of the page’s time for it.
 * @param length in millimetres
 * @param thickness in millimetres
 * @param upright from top to bottom
 */
export function weaveSvg(length: number, thickness: number, colour: string, upright: boolean): string {
  const [along, across] = [length * POINTS, thickness * POINTS]
  const waves = Math.round(along / WAVE)
  const step = along / waves
  const middle = across / 2
  const point = (x: number, y: number) => (upright ? [y, x] : [x, y]).map((one) => one.toFixed(2)).join(' ')
  const line = (swing: number) =>
    Array.from({ length: waves }, (_, index) => {
      const y = middle + (index % 2 === 0 ? -swing : swing)
      return `C${point(step * (index + 0.36), y)} ${point(step * (index + 0.64), y)} ${point(step * (index + 1), middle)}`
    }).join('')
  const swings = Array.from({ length: LINES }, (_, index) => middle * 1.15 * Math.cos((index * Math.PI) / 4))
  const path = swings.map((swing) => `M${point(0, middle)}${line(swing)}`).join('')
  const [width, height] = upright ? [across, along] : [along, across]
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<path fill="none" stroke="${colour}" stroke-width="${STROKE}" d="${path}"/></svg>`
  )
}
