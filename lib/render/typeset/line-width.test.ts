import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import fc from 'fast-check'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { covers, readCoverage } from '@/lib/render/fonts/font-coverage'
import { listFonts } from '@/lib/render/fonts/font-list'
import { NAMES } from '@/test/documents/certificate-fixture'
import { FACES, lineWidth } from './line-width'
import { renderFolder } from './render-folder'

const STYLES = {
  serif: { font: 'Noto Serif', style: 'normal', weight: 400 },
  italic: { font: 'Noto Serif', style: 'italic', weight: 400 },
  sans: { font: 'Noto Sans', style: 'normal', weight: 400 },
  semibold: { font: 'Noto Sans', style: 'normal', weight: 600 },
}

/** How wide and how high each face sets a text, in parts of the size. */
type Set = Record<keyof typeof FACES, { wide: number; high: number }>

function setInEachFace(texts: readonly string[]): Set[] {
  const fontPaths = [...new Set(listFonts().map((font) => dirname(font.path)))]
  const compiler = NodeCompiler.create({ workspace: renderFolder(), fontArgs: [{ fontPaths }] })
  const source = `
    #let data = json(bytes(sys.inputs.data))
    #set text(fallback: false, size: 100pt, top-edge: "ascender", bottom-edge: "descender")
    #context [#metadata(data.texts.map(words => data.styles.pairs().map(((face, style)) => {
      let one = measure(text(..style, words))
      (face, (wide: one.width / 100pt, high: one.height / 100pt))
    }).to-dict()))<found>]`
  const data = JSON.stringify({ texts, styles: STYLES })
  const found = compiler.query(
    { mainFileContent: source, inputs: { data } },
    { selector: '<found>', field: 'value' },
  ) as unknown as [Set[]]
  return found[0]
}

/** `line-height` of words.typ. */
const LINE_HEIGHT = 1.37

/** Each letter that the service sets without measuring it. */
const LETTERS = Array.from({ length: 0x2100 }, (_, codePoint) => String.fromCodePoint(codePoint)).filter(
  (letter) => lineWidth(letter) !== null,
)

it('never says that words take less than a face makes of them', () => {
  const words = fc.sample(
    fc.array(fc.constantFrom(...LETTERS), { minLength: 2, maxLength: 40 }).map((some) => some.join('')),
    { numRuns: 300, seed: 5 },
  )
  const texts = [...LETTERS.map((letter) => letter.repeat(9)), ...words]
  const wrong = setInEachFace(texts).flatMap((set, index) => {
    const said = lineWidth(texts[index] ?? '')
    return Object.entries(set).flatMap(([face, { wide, high }]) =>
      wide > (said?.[face as keyof typeof FACES] ?? 0) || high > LINE_HEIGHT ? [[texts[index], face, wide, high]] : [],
    )
  })
  expect(wrong).toEqual([])
})

it('says hardly more than names and titles take', () => {
  const texts = NAMES.map(([, name]) => name).filter((name) => lineWidth(name) !== null)
  expect(texts.length).toBeGreaterThan(5)
  for (const [index, set] of setInEachFace(texts).entries()) {
    const said = lineWidth(texts[index] ?? '')
    for (const [face, { wide }] of Object.entries(set))
      expect(said?.[face as keyof typeof FACES], `${texts[index]} in ${face}`).toBeLessThan(wide * 1.06 + 0.1)
  }
})

it('knows only letters that each face has', () => {
  for (const file of Object.values(FACES)) {
    const coverage = readCoverage(listFonts().find((font) => font.file.endsWith(`/${file}`))?.path ?? file)
    for (const letter of LETTERS)
      expect(covers(coverage, letter.codePointAt(0) ?? 0), `${letter} in ${file}`).toBe(true)
  }
})

it.each(['محمّد', '欧阳修', 'Ame\u0301lie', 'Дарья', 'Nguyễn\u202e', 'so\u00adft'])('says nothing of %s', (text) => {
  expect(lineWidth(text)).toBeNull()
})
