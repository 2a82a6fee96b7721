import QRCode from 'qrcode'
import type { GreyImage } from '@/lib/scan/image/grey-image'

/** How hard one frame is made to read. Lengths are pixels of the frame. */
export interface Damage {
  /** Size of a module. */
  module: number
  /** In radians. */
  turn: number
  /** How much nearer one side is than the other, 0 to 0.5. */
  tilt: number
  /** Radius of the bend of the paper as a share of the code's size; 0 is flat. */
  bend: number
  /** Standard deviation of the blur. */
  blur: number
  /** Length of the streak that a moving hand makes. */
  motion: number
  /** Standard deviation of the grain, of 255. */
  noise: number
  /** Between dark and light, of 255. */
  contrast: number
  /** How much darker one end of the frame is, 0 to 1. */
  shadow: number
  /** Share of the code that a bright spot covers. */
  glare: number
  inverted: boolean
}

/** A repeatable stream of numbers from 0 to 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** What a hand, a lamp and a cheap camera do, drawn at random. */
export function drawDamage(random: () => number): Damage {
  const sometimes = (share: number, most: number) => (random() < share ? random() * most : 0)
  const module = 1.6 + random() * 5
  return {
    module,
    turn: random() < 0.5 ? (random() - 0.5) * 0.4 : random() * 2 * Math.PI,
    tilt: sometimes(0.6, 0.45),
    bend: sometimes(0.3, 0.5),
    blur: 0.3 + sometimes(0.7, 0.75 * module),
    motion: sometimes(0.3, 1.4 * module),
    noise: sometimes(0.7, 30),
    contrast: 30 + random() * 200,
    shadow: sometimes(0.5, 0.8),
    glare: sometimes(0.25, 0.4),
    inverted: random() < 0.05,
  }
}

/** A frame of the camera with one code of a text in it, damaged; the same for the same stream of numbers. */
export function drawFrame(text: string, damage: Damage, random: () => number, width = 1280, height = 720): GreyImage {
  const code = QRCode.create(text, { errorCorrectionLevel: 'M' }).modules
  const count = code.size + 8
  const size = count * damage.module
  const [centreX, centreY] = [width / 2 + (random() - 0.5) * 300, height / 2 + (random() - 0.5) * 120]
  const [cos, sin] = [Math.cos(damage.turn), Math.sin(damage.turn)]
  const clutter = drawClutter(random, width, height)
  const sharp = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0
      for (let sample = 0; sample < 4; sample++) {
        const dx = x + 0.25 + 0.5 * (sample & 1) - centreX
        const dy = y + 0.25 + 0.25 * (sample & 2) - centreY
        let [u, v] = [(dx * cos + dy * sin) / size, (dy * cos - dx * sin) / size]
        const near = 1 + damage.tilt * u * 2
        u /= near
        v /= near
        if (damage.bend > 0) u = Math.asin(Math.max(-1, Math.min(1, u * damage.bend * 2))) / (damage.bend * 2)
        const [column, row] = [Math.floor((u + 0.5) * count) - 4, Math.floor((v + 0.5) * count) - 4]
        const isPaper = u > -0.5 && u < 0.5 && v > -0.5 && v < 0.5
        const isDark = column >= 0 && row >= 0 && column < code.size && row < code.size && code.get(row, column) === 1
        sum += isPaper ? (isDark !== damage.inverted ? 0 : 1) : (clutter[y * width + x] ?? 0)
      }
      sharp[y * width + x] = sum / 4
    }
  }
  const blurred = streaked(softened(sharp, width, height, damage.blur), width, height, damage.motion)
  return lit(blurred, width, height, damage, random, { x: centreX, y: centreY, size })
}

/** Rectangles and lines of grey, as a table or a page has them. */
function drawClutter(random: () => number, width: number, height: number): Float32Array {
  const picture = new Float32Array(width * height).fill(0.4 + random() * 0.5)
  for (let count = 0; count < 60; count++) {
    const [left, top] = [Math.floor(random() * width), Math.floor(random() * height)]
    const isLine = random() < 0.7
    const right = Math.min(width, left + Math.ceil(random() * (isLine ? 200 : 150)))
    const bottom = Math.min(height, top + Math.ceil(random() * (isLine ? 4 : 150)))
    const shade = random()
    for (let y = top; y < bottom; y++) picture.fill(shade, y * width + left, y * width + right)
  }
  return picture
}

/** Three box blurs, which together are nearly a Gaussian one. */
function softened(picture: Float32Array, width: number, height: number, deviation: number): Float32Array {
  const radius = Math.round(Math.sqrt(4 * deviation * deviation + 1) / 2 - 0.5)
  let current = picture
  for (let pass = 0; pass < 3 && radius > 0; pass++) {
    current = boxed(boxed(current, width, height, radius, 1, width), height, width, radius, width, 1)
  }
  return current
}

function streaked(picture: Float32Array, width: number, height: number, length: number): Float32Array {
  const radius = Math.round(length / 2)
  return radius > 0 ? boxed(picture, width, height, radius, 1, width) : picture
}

/** A running mean along lines of `count` pixels `step` apart, for `lines` lines `stride` apart. */
function boxed(from: Float32Array, count: number, lines: number, radius: number, step: number, stride: number) {
  const to = new Float32Array(from.length)
  for (let line = 0; line < lines; line++) {
    const at = (index: number) => from[line * stride + Math.max(0, Math.min(count - 1, index)) * step] ?? 0
    let sum = 0
    for (let index = -radius; index <= radius; index++) sum += at(index)
    for (let index = 0; index < count; index++) {
      to[line * stride + index * step] = sum / (2 * radius + 1)
      sum += at(index + radius + 1) - at(index - radius)
    }
  }
  return to
}

function lit(
  picture: Float32Array,
  width: number,
  height: number,
  damage: Damage,
  random: () => number,
  code: { x: number; y: number; size: number },
): GreyImage {
  const dark = random() * (255 - damage.contrast)
  const data = new Uint8Array(width * height)
  const spotX = code.x + (random() - 0.5) * code.size * 0.6
  const spotY = code.y + (random() - 0.5) * code.size * 0.6
  const spot = code.size * damage.glare * 0.6
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let value = dark + damage.contrast * (picture[y * width + x] ?? 0)
      value *= 1 - damage.shadow * (x / width)
      if (spot > 0) value += 255 * Math.exp(-((x - spotX) ** 2 + (y - spotY) ** 2) / (2 * spot * spot))
      value += damage.noise * (random() + random() + random() + random() - 2) * 1.73
      data[y * width + x] = Math.max(0, Math.min(255, Math.round(value)))
    }
  }
  return { data, width, height }
}
