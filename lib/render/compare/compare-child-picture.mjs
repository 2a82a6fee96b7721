import { DOTS_PER_POINT } from './compare-child-draw.mjs'

/** What two drawings of one page may differ by everywhere, of 255. */
const NOISE = 12
/** And at an edge, in parts of what the dots around differ by: what is not the same, and what no program is the cause of. */
const SAME_EDGE = 0.25
const DIFFERENT_EDGE = 0.5
/** Dots that differ in one place before it counts; the dot of an "i" in the smallest type has some thirty. */
const LEAST_DOTS = 4
/** A place is so many dots wide and high: a millimetre. */
const PLACE = 12
const MOST_COLUMNS = 1 << 16
/** Past these a page is marked as a whole. */
const MOST_MARKS = 200

/**
 * @typedef {{ x: number, y: number }} Place by column and row
 */

/**
 * Where two drawings of the same sheet differ, whichever of them has more ink.
 * @param {import('../inspect/inspect-child-grey.mjs').Grey} issued
 * @param {import('../inspect/inspect-child-grey.mjs').Grey} found as wide and high
 * @returns {{ isSame: boolean, places: Place[] }} `places` where no program that saved the same page is the cause
 */
export function comparePixels(issued, found) {
  const { width, height } = issued
  const columns = Math.ceil(width / PLACE)
  const [slight, clear] = [0, 0].map(() => new Uint32Array(columns * Math.ceil(height / PLACE)))
  for (let y = 0; y < height; y++) {
    // Most rows of the same certificate are the same, and whole ones are compared much faster than their dots.
    if (rowOf(issued, y).equals(rowOf(found, y))) continue
    for (let x = 0, at = y * width; x < width; x++, at++) {
      const beyond = Math.abs(issued.grey[at] - found.grey[at]) - NOISE
      if (beyond <= 0) continue
      const edge = Math.max(rangeAround(issued, x, y), rangeAround(found, x, y))
      const place = Math.floor(y / PLACE) * columns + Math.floor(x / PLACE)
      if (beyond > SAME_EDGE * edge) slight[place]++
      if (beyond > DIFFERENT_EDGE * edge) clear[place]++
    }
  }
  return { isSame: gathered(slight, columns).length === 0, places: gathered(clear, columns) }
}

const rowOf = ({ grey, width }, y) => Buffer.from(grey.buffer, grey.byteOffset + y * width, width)

/** Dots on both sides of a border between places count together. */
function gathered(dots, columns) {
  const places = []
  for (let at = 0; at < dots.length; at++) {
    if (dots[at] === 0) continue
    const [x, y] = [at % columns, Math.floor(at / columns)]
    const right = x + 1 < columns ? (dots[at + 1] ?? 0) : 0
    const below = dots[at + columns] ?? 0
    const left = x > 0 ? dots[at - 1] : 0
    const above = dots[at - columns] ?? 0
    if (dots[at] + left + right + above + below >= LEAST_DOTS) places.push({ x, y })
  }
  return places
}

function rangeAround({ grey, width, height }, x, y) {
  let darkest = 255
  let lightest = 0
  for (let row = Math.max(y - 1, 0); row <= Math.min(y + 1, height - 1); row++) {
    for (let at = row * width + Math.max(x - 1, 0); at <= row * width + Math.min(x + 1, width - 1); at++) {
      if (grey[at] < darkest) darkest = grey[at]
      if (grey[at] > lightest) lightest = grey[at]
    }
  }
  return lightest - darkest
}

/** Whether one of the places touches a box. @param {import('./compare-child-glyphs.mjs').Box} box points */
export function touches(places, { left, top, right, bottom }) {
  const side = PLACE / DOTS_PER_POINT
  return places.some(
    ({ x, y }) => (x + 1) * side > left && x * side < right && (y + 1) * side > top && y * side < bottom,
  )
}

/** Rectangles around places that lie together, in parts of the sheet's width and height; one for all where they are many. */
export function rectanglesOf(places, { width, height }) {
  const together = gatherNeighbours(places)
  const [across, down] = [PLACE / width, PLACE / height]
  return (together.length > MOST_MARKS ? [places] : together).map((group) => {
    const [xs, ys] = [group.map(({ x }) => x), group.map(({ y }) => y)]
    const [x, y] = [lowest(xs), lowest(ys)]
    const [columns, rows] = [highest(xs) + 1 - x, highest(ys) + 1 - y]
    return { x: x * across, y: y * down, width: columns * across, height: rows * down }
  })
}

const lowest = (numbers) => numbers.reduce((least, number) => Math.min(least, number), Infinity)
const highest = (numbers) => numbers.reduce((most, number) => Math.max(most, number), 0)

/** @param {Place[]} places @returns {Place[][]} those within two places of each other */
function gatherNeighbours(places) {
  const left = new Map(places.map((place) => [keyOf(place.x, place.y), place]))
  const groups = []
  for (const first of places) {
    if (!left.delete(keyOf(first.x, first.y))) continue
    const group = [first]
    for (const { x, y } of group) {
      for (let at = 0; at < 25; at++) {
        const key = keyOf(x + (at % 5) - 2, y + Math.floor(at / 5) - 2)
        const neighbour = left.get(key)
        if (neighbour && left.delete(key)) group.push(neighbour)
      }
    }
    groups.push(group)
  }
  return groups
}

const keyOf = (x, y) => y * MOST_COLUMNS + x
