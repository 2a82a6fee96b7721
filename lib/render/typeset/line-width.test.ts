import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import fc from 'fast-check'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { covers, readCoverage } from '@/lib/render/fonts/font-coverage'
import { listFonts } from '@/lib/render/fonts/font-list'
import { KNOWN_LETTERS, lineWidth } from './line-width'
import { renderFolder } from './render-folder'

const FACES = [
  ['Noto Serif', 'normal', 400],
  ['Noto Serif', 'italic', 400],
  ['Noto Sans', 'normal', 400],
  ['Noto Sans', 'normal', 600],
] as const

/** How much wider and higher any of the faces sets each text than is said of it, in parts of the size; below 0 is less. */
function excess(texts: readonly string[]): { wide: number; high: number }[] {
  const fontPaths = [...new Set(listFonts().map((font) => dirname(font.path)))]
  const compiler = NodeCompiler.create({ workspace: renderFolder(), fontArgs: [{ fontPaths }] })
  const source = `#import "/typeset/words.typ": line-height
    #let data = json(bytes(sys.inputs.data))
    #set text(fallback: false, size: 100pt, top-edge: "ascender", bottom-edge: "descender")
    #context [#metadata(data.texts.map(((words, em)) => {
      let sizes = data.faces.map(((font, style, weight)) => measure(text(font: font, style: style, weight: weight, words)))
      (
        wide: calc.max(..sizes.map(one => one.width / 100pt)) - em,
        high: calc.max(..sizes.map(one => one.height / 100pt)) - line-height,
      )
    }))<found>]`
  const data = JSON.stringify({ texts: texts.map((text) => [text, lineWidth(text)]), faces: FACES })
  const found = compiler.query(
    { mainFileContent: source, inputs: { data } },
    { selector: '<found>', field: 'value' },
  ) as unknown as [{ wide: number; high: number }[]]
  return found[0]
}

it('never says that words take less than a face makes of them', () => {
  const letters = Array.from(KNOWN_LETTERS)
  const words = fc.sample(
    fc.array(fc.constantFrom(...letters), { minLength: 2, maxLength: 40 }).map((some) => some.join('')),
    { numRuns: 300, seed: 5 },
  )
  const texts = [...letters.map((letter) => letter.repeat(9)), ...words]
  const wrong = excess(texts).flatMap((one, index) => (one.wide > 0 || one.high > 0 ? [[texts[index], one]] : []))
  expect(wrong).toEqual([])
})

it('knows only letters that the text face and the face of labels have', () => {
  for (const family of ['Noto Serif', 'Noto Sans']) {
    for (const { path } of listFonts().filter((font) => font.family === family)) {
      const coverage = readCoverage(path)
      for (const letter of KNOWN_LETTERS) expect(covers(coverage, letter.codePointAt(0) ?? 0), letter).toBe(true)
    }
  }
})

it.each(['محمّد', '欧阳修', 'Ame\u0301lie', 'Дарья', 'Nguyễn\u202e'])('says nothing of %s', (text) => {
  expect(lineWidth(text)).toBeNull()
})
