/** @typedef {{ grey: Uint8Array, width: number, height: number }} Grey one byte a dot */

/** @returns {Grey} the luminance (ITU-R BT.601) of an RGBA picture */
export function greyOf({ data, width, height }) {
  const grey = new Uint8Array(width * height)
  for (let dot = 0, at = 0; dot < grey.length; dot++, at += 4) {
    grey[dot] = (data[at] * 77 + data[at + 1] * 150 + data[at + 2] * 29) >> 8
  }
  return { grey, width, height }
}

/** The RGBA picture of a grey one. @param {Grey} picture */
export function pictureOf({ grey, width, height }) {
  const data = new Uint8ClampedArray(grey.length * 4)
  const dots = new Uint32Array(data.buffer)
  for (let dot = 0; dot < grey.length; dot++) dots[dot] = 0xff000000 | (grey[dot] * 0x010101)
  return { data, width, height, colorSpace: 'srgb' }
}

/** Every dot becomes the mean of the square of `2 * radius + 1` dots around it. @param {Grey} picture */
export function softened({ grey, width, height }, radius) {
  const rows = alongLines(grey, width, height, 1, width, radius)
  return { grey: alongLines(rows, height, width, width, 1, radius), width, height }
}

/** A running mean along each of `lines` lines of `length` dots; at the ends the outermost dot is repeated. */
function alongLines(from, length, lines, step, lineStep, radius) {
  const to = new Uint8Array(from.length)
  const size = 2 * radius + 1
  for (let line = 0; line < lines; line++) {
    const first = line * lineStep
    const last = first + (length - 1) * step
    let sum = from[first] * (radius + 1)
    for (let i = 1; i <= radius; i++) sum += from[Math.min(first + i * step, last)]
    for (let at = first; at <= last; at += step) {
      to[at] = sum / size
      sum += from[Math.min(at + (radius + 1) * step, last)] - from[Math.max(at - radius * step, first)]
    }
  }
  return to
}

/** A picture of which every `by` times `by` dots became one, their mean. @param {Grey} picture */
export function downsampled({ grey, width, height }, by) {
  const size = { width: Math.max(Math.floor(width / by), 1), height: Math.max(Math.floor(height / by), 1) }
  const small = new Uint8Array(size.width * size.height)
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) small[y * size.width + x] = meanOf(grey, width, x * by, y * by, by)
  }
  return { grey: small, ...size }
}

function meanOf(grey, width, left, top, by) {
  let sum = 0
  for (let y = top; y < top + by; y++) for (let x = left; x < left + by; x++) sum += grey[y * width + x] ?? 255
  return sum / (by * by)
}
