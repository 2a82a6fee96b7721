import type { TextPart } from '@/lib/render/typeset/text-parts'
import { isRightToLeft } from '@/lib/render/typeset/text-parts'
import { type GlyphWidths, glyphWidths, shownWidth } from './glyph-widths'
import { PdfObjects } from './pdf-objects'
import { addSpellingFont, letterCode, THIN } from './spelling-font'

/** The parts of one piece of text, numbered, in the order in which they are read. */
export type PartsOfPiece = readonly TextPart[]

/** One `q … Q` of the page that sets text: all of it with the same number. */
interface Block {
  source: string
  x: number
  y: number
  size: number
  /** Its glyphs' left and right end, in points. */
  left: number
  right: number
}

/** What a part becomes in the page: operators. */
type Drawn = string

const BLOCK = /q\n1 0 0 -1 (-?[\d.]+) (-?[\d.]+) cm\n((?:[^\n]* (?:cs|scn|gs)\n)*)BT\n([^]*?)\nET\nQ\n/g
const SHOW = /(-?[\d.]+) (-?[\d.]+) Tm\n([^]*?) T[jJ]\n/g
/** A word from right to left whose last letter bears a mark. */
const ENDS_IN_MARK = /[\p{Script=Arabic}\p{Script=Hebrew}]\p{M}+$/u
/** Sizes of tracked parts lie on a grid of a 64th of a point, and their number is what is over, in 2 to the -17 of one. */
const GRID = 131_072
const NUMBERS = 2048

/**
 * Makes the words of a page come out letter by letter when a program takes the text
 * out of it. Typesetters draw a letter with several glyphs, or several letters with one, and words from right to left in
 * the order of the page: not every reader puts that together again. So each part is shown by a font of its own (Type 3)
 * that has one code for each of its letters, side by side: the first draws all of the word with the glyphs that it had, the others draw
 * nothing. The page looks the same.
 * @param pageNumber of its object
 * @param pieces whose parts are told from each other by the size that they were set in (`words` of the templates)
 */
export function spellParts(pdf: PdfObjects, pageNumber: number, pieces: readonly PartsOfPiece[]): void {
  const page = pdf.text(pageNumber)
  const contents = PdfObjects.reference(page, 'Contents')
  const fonts = new Map(
    [...(/\/Font <<([^]*?)>>/.exec(page)?.[1]?.matchAll(/\/(f\d+) (\d+) 0 R/g) ?? [])].map(([, name, number]) => [
      name ?? '',
      Number(number),
    ]),
  )
  const widths = new Map([...fonts].map(([name, number]) => [name, glyphWidths(pdf, number)]))
  const source = pdf.stream(contents).bytes.toString('latin1')
  const blocks = new Map<number, Block[]>()
  for (const match of source.matchAll(BLOCK)) {
    const { number, block } = readBlock(match, widths)
    if (number > 0) blocks.set(number, [...(blocks.get(number) ?? []), block])
  }
  const added: string[] = []
  const slots = new Map<number, Drawn>()
  let last = 0
  for (const piece of pieces) {
    const drawn = piece.flatMap((part, at) => {
      const own = blocks.get(part.index)
      if (!own) return []
      if (!part.spelled || isSplit(own)) return [own.map((block) => block.source).join('')]
      const name = `w${(last += 1)}`
      const fontsUsed = [...fonts].map(([font, number]) => `/${font} ${number} 0 R`).join(' ')
      const word = {
        text: part.text,
        bearsLast: ENDS_IN_MARK.test(part.text) && !goesOn(piece.slice(at + 1), own, blocks),
      }
      const extent = extentOf(own, part.joinsNext ? blocks.get(piece[at + 1]?.index ?? 0) : [])
      const { operators, font } = spell(pdf, word, extent, own, name, fontsUsed)
      added.push(`/${name} ${font} 0 R`)
      return [operators]
    })
    // Where the piece stood in the order of the page, its parts stand in the order of reading.
    const first = piece.map(({ index }) => index)
    assign(source, first, drawn, slots)
  }
  const result = source.replace(BLOCK, (whole, ...groups: unknown[]) => {
    const number = numberOf(String(groups[3]))
    return number === 0 ? whole : (slots.get(groups.at(-2) as number) ?? '')
  })
  pdf.setStream(contents, '', Buffer.from(result, 'latin1'))
  pdf.set(pageNumber, page.replace(/\/Font <<\n/, `/Font <<\n      ${added.join('\n      ')}\n`))
}

/** Gives the places of a piece's blocks, in the order of the page, what is drawn for its parts. */
function assign(source: string, numbers: readonly number[], drawn: readonly Drawn[], slots: Map<number, Drawn>): void {
  const wanted = new Set(numbers)
  const places = [...source.matchAll(BLOCK)].filter((match) => wanted.has(numberOf(match[4] ?? '')))
  for (const [index, match] of places.entries()) {
    const rest = index === places.length - 1 ? drawn.slice(index) : drawn.slice(index, index + 1)
    slots.set(match.index, rest.join(''))
  }
}

function numberOf(text: string): number {
  const size = Number(/\/f\d+ ([\d.]+) Tf/.exec(text)?.[1] ?? 0)
  return Math.round(size * GRID) % NUMBERS
}

function readBlock(
  match: RegExpMatchArray,
  widths: ReadonlyMap<string, GlyphWidths>,
): { number: number; block: Block } {
  const [source, x, y, , text = ''] = match
  const size = Number(/\/f\d+ ([\d.]+) Tf/.exec(text)?.[1] ?? 0)
  const origin = Number(x)
  let [left, right] = [Infinity, -Infinity]
  let font = ''
  for (const line of `${text}\n`.split(/(?<= Tm\n[^]*? T[jJ]\n)/)) {
    font = /\/(f\d+) [\d.]+ Tf/.exec(line)?.[1] ?? font
    for (const [, start = '0', , operand = ''] of line.matchAll(SHOW)) {
      const begin = origin + Number(start)
      left = Math.min(left, begin)
      right = Math.max(right, begin + (shownWidth(operand, widths.get(font) ?? new Map()) * size) / 1000)
    }
  }
  return { number: numberOf(text), block: { source, x: origin, y: Number(y), size, left, right } }
}

/** A part that was broken over two lines is left as it is. */
function isSplit(blocks: readonly Block[]): boolean {
  const ys = blocks.map(({ y }) => y)
  return Math.max(...ys) - Math.min(...ys) > (blocks[0]?.size ?? 0)
}

/** Whether the words from right to left go on after a part, on its line. */
function goesOn(rest: PartsOfPiece, own: readonly Block[], blocks: ReadonlyMap<number, readonly Block[]>): boolean {
  const next = rest.find(({ text }) => /\p{L}/u.test(text))
  return next !== undefined && isRightToLeft(next.text) && !isSplit([...own, ...(blocks.get(next.index) ?? [])])
}

/** From where to where a part is shown: up to the next one, where there is no more than a mark's room between them. */
function extentOf(blocks: readonly Block[], next: readonly Block[] = []): { left: number; right: number } {
  const left = Math.min(...blocks.map((block) => block.left))
  const right = Math.max(...blocks.map((block) => block.right))
  const after = Math.min(...next.map((block) => block.left))
  const isNear = Math.abs(after - right) < (blocks[0]?.size ?? 0) / 2 && !isSplit([...blocks, ...next])
  return { left, right: isNear ? after : right }
}

function spell(
  pdf: PdfObjects,
  { text, bearsLast }: { text: string; bearsLast: boolean },
  { left, right }: { left: number; right: number },
  blocks: readonly Block[],
  name: string,
  fonts: string,
) {
  // Words from right to left are shown in the order of the page, as all programs write them: readers turn them round.
  const letters = isRightToLeft(text) ? Array.from(text).reverse() : Array.from(text)
  const base = blocks.reduce((widest, block) =>
    block.right - block.left > widest.right - widest.left ? block : widest,
  )
  const { size, y } = base
  const unit = 1000 / size
  const width = round(((right - left) / letters.length) * unit)
  // Each block from where it was, seen from the origin of the first letter's glyph, in the glyph's units.
  const drawing = blocks.map(({ source, x, y: at }) => {
    const body = /BT\n[^]*ET\n/.exec(source)?.[0] ?? ''
    return `q ${round(unit)} 0 0 ${round(-unit)} ${round((x - left) * unit)} ${round((at - y) * unit)} cm\n${body}Q\n`
  })
  const font = addSpellingFont(pdf, { letters, width, drawing: drawing.join(''), fonts, hasSpace: bearsLast })
  // poppler does not turn round a mark that is first on the left of a line, since it is no letter: a letter-like sign that nobody
  // sees is before it then, and takes no room. Others, which do not heed `/ActualText`, find a space there.
  const sign = bearsLast
    ? `/Span <</ActualText <feff200f>>> BDC\n[<${letterCode(letters.length)}> ${THIN}] TJ\nEMC\n`
    : ''
  const colour = /cm\n((?:[^\n]* (?:cs|scn|gs)\n)*)BT/.exec(base.source)?.[1] ?? ''
  // One operator for all of them: what shows nothing by itself is no text to some readers.
  const shown = letters.map((_, index) => letterCode(index)).join('')
  const operators =
    `q\n1 0 0 -1 ${round(left)} ${round(y)} cm\n${colour}BT\n/${name} ${size} Tf\n` +
    `1 0 0 -1 0 0 Tm\n${sign}<${shown}> Tj\nET\nQ\n`
  return { operators, font }
}

const round = (value: number) => Math.round(value * 10_000) / 10_000
