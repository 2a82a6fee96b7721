import fc from 'fast-check'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { covers, readCoverage } from './font-coverage'
import { listFonts } from './font-list'

const folder = mkdtempSync(join(tmpdir(), 'font-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('readCoverage', () => {
  it.each([
    ['Noto Serif', 'Aßñ₫Ж', 'あ漢א😀'],
    ['Noto Naskh Arabic', 'محمّٹپ', 'Ж'],
    ['Noto Serif Hebrew', 'אָ', 'م'],
    ['NanumMyeongjo', '김힣', '漢'],
    ['Noto Serif SC', '欧龍あ𣗋', '김'],
    ['Noto Serif JP', '𠮷髙あア', '김'],
  ])('knows what %s draws', (family, drawn, undrawn) => {
    const path = listFonts().find((font) => font.family === family)?.path ?? ''
    const coverage = readCoverage(path)
    const answers = (text: string) => Array.from(text, (character) => covers(coverage, character.codePointAt(0) ?? 0))
    expect(new Set(answers(drawn))).toEqual(new Set([true]))
    expect(new Set(answers(undrawn))).toEqual(new Set([false]))
  })

  it('refuses a file that ends too early, or has no character map', () => {
    const path = join(folder, 'broken.ttf')
    writeFileSync(path, Buffer.from([0, 1, 0, 0, 0, 9]))
    expect(() => readCoverage(path)).toThrow('the font ends too early')
    writeFileSync(path, Buffer.alloc(12))
    expect(() => readCoverage(path)).toThrow('the font has no character map')
  })
})

describe('covers', () => {
  it('finds a code point as looking through all ranges would', () => {
    const ranges = fc
      .uniqueArray(fc.nat(5000), { minLength: 0, maxLength: 40 })
      .map((points) => points.sort((a, b) => a - b))
      .map((points) =>
        points.flatMap((first, index) => (index % 2 ? [] : [[first, points[index + 1] ?? first] as const])),
      )
    fc.assert(
      fc.property(ranges, fc.nat(5100), (coverage, point) => {
        expect(covers(coverage, point)).toBe(coverage.some(([first, last]) => first <= point && point <= last))
      }),
    )
  })
})
