import { describe, expect, it } from 'vitest'
import { blurred } from './blur-image'
import { cropped } from './crop-image'
import { greyFromRgba, type GreyImage } from './grey-image'
import { resized, shrunk } from './resize-image'
import { rotated } from './rotate-image'
import { sharpened } from './sharpen-image'
import { thresholded } from './threshold-image'

const image = (width: number, ...data: number[]): GreyImage => {
  return { data: Uint8Array.from(data), width, height: data.length / width }
}
const filled = (width: number, height: number, value: (x: number, y: number) => number): GreyImage => {
  const data = Uint8Array.from({ length: width * height }, (_, at) => value(at % width, Math.floor(at / width)))
  return { data, width, height }
}
const rows = ({ data, width }: GreyImage) =>
  Array.from({ length: data.length / width }, (_, row) => [...data.subarray(row * width, (row + 1) * width)])

describe('greyFromRgba', () => {
  it('weighs the colours and puts white behind what is transparent', () => {
    const data = Uint8Array.of(
      255,
      255,
      255,
      255,
      0,
      0,
      0,
      255,
      0,
      0,
      0,
      0,
      255,
      0,
      0,
      255,
      0,
      255,
      0,
      255,
      0,
      0,
      0,
      128,
    )
    expect([...greyFromRgba({ data, width: 6, height: 1 }).data]).toEqual([255, 0, 255, 76, 150, 127])
  })
})

describe('blurred', () => {
  it('is the mean of what is around, with the edge going on outside', () => {
    const grey = image(3, 0, 0, 0, 0, 90, 0, 0, 0, 0)
    expect(rows(blurred(grey, 1, 1))).toEqual([
      [10, 10, 10],
      [10, 10, 10],
      [10, 10, 10],
    ])
    expect(rows(blurred(image(4, 0, 90, 180, 180, 0, 90, 180, 180, 0, 90, 180, 180), 1, 1))[1]).toEqual([
      30, 90, 150, 180,
    ])
  })

  it('leaves an even picture and one that is too small as they are', () => {
    const even = filled(20, 10, () => 77)
    expect(blurred(even, 3)).toEqual(even)
    const small = image(2, 1, 2, 3, 4)
    expect(blurred(small, 1)).toBe(small)
  })
})

describe('sharpened', () => {
  it('steepens an edge and stays within a byte', () => {
    const edge = filled(12, 12, (x) => (x < 6 ? 100 : 150))
    const [row] = rows(sharpened(edge, 1, 8))
    expect(row?.slice(0, 3)).toEqual([100, 100, 100])
    expect(row?.[5]).toBeLessThan(60)
    expect(row?.[6]).toBeGreaterThan(190)
  })
})

describe('shrunk and resized', () => {
  it('averages what becomes one pixel, and leaves out what remains', () => {
    expect(rows(shrunk(image(5, 0, 100, 10, 30, 9, 100, 200, 50, 70, 9), 2))).toEqual([[100, 40]])
  })

  it('goes between two pixels in proportion', () => {
    expect(rows(resized(image(2, 0, 100), 2))).toEqual([
      [0, 25, 75, 100],
      [0, 25, 75, 100],
    ])
  })
})

describe('thresholded', () => {
  it('finds what is dark beside its surroundings under a shadow', () => {
    const shaded = filled(60, 40, (x, y) => 40 + 3 * x - (x % 10 === 5 && y === 20 ? 25 : 0))
    const [, found] = [0, rows(thresholded(shaded, 9, 4))[20]]
    expect(found?.flatMap((value, x) => (value === 0 && x > 4 && x < 55 ? [x] : []))).toEqual([5, 15, 25, 35, 45])
  })

  it('calls an even picture white', () => {
    expect(
      new Set(
        thresholded(
          filled(30, 30, () => 0),
          9,
          4,
        ).data,
      ),
    ).toEqual(new Set([255]))
  })
})

describe('rotated and cropped', () => {
  it('turns clockwise about the middle', () => {
    const dot = filled(9, 9, (x, y) => (x === 7 && y === 4 ? 255 : 0))
    const turned = rotated(dot, 90)
    expect(turned.data[7 * 9 + 4]).toBeGreaterThan(250)
  })

  it('cuts within the picture only', () => {
    const grey = filled(4, 3, (x, y) => 10 * y + x)
    expect(rows(cropped(grey, 2, 1, 9, 9))).toEqual([
      [12, 13],
      [22, 23],
    ])
  })
})
