import { type PdfObjects } from './pdf-objects'

/** The advance of each glyph of a font, in thousandths of its size. */
export type GlyphWidths = ReadonlyMap<number, number>

/** Reads the widths of a composite font (ISO 32000-1, 9.7.4.3) as the typesetter writes them. */
export function glyphWidths(pdf: PdfObjects, font: number): GlyphWidths {
  const descendant = Number(/\/DescendantFonts \[(\d+) 0 R\]/.exec(pdf.text(font))?.[1])
  const list = /\/W \[([^]*?)\]\n/.exec(pdf.text(descendant))?.[1] ?? ''
  const widths = new Map<number, number>()
  for (const [, first, last, width] of list.matchAll(/(\d+) (\d+) (-?[\d.]+)/g)) {
    for (let code = Number(first); code <= Number(last); code += 1) widths.set(code, Number(width))
  }
  return widths
}

/** How far glyphs reach when the operand of one `Tj` or `TJ` is shown, in thousandths of the size: a mark goes back. */
export function shownWidth(operand: string, widths: GlyphWidths): number {
  let [width, furthest] = [0, 0]
  for (let at = 0; at < operand.length; at += 1) {
    const rest = operand.slice(at)
    if (operand[at] === '(') {
      const { bytes, length } = literal(rest)
      for (let index = 0; index + 1 < bytes.length; index += 2) {
        const advance = widths.get(((bytes[index] ?? 0) << 8) | (bytes[index + 1] ?? 0)) ?? 0
        width += advance
        if (advance > 0) furthest = Math.max(furthest, width)
      }
      at += length - 1
      continue
    }
    const number = /^-?[\d.]+/.exec(rest)?.[0]
    if (number === undefined) continue
    width -= Number(number)
    at += number.length - 1
  }
  return furthest
}

const ESCAPED: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, b: 8, f: 12 }

/** The bytes of a literal string that begins the text, and how much of the text it takes. */
function literal(text: string): { bytes: number[]; length: number } {
  const bytes: number[] = []
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? ''
    if (letter === '\\') {
      const octal = /^[0-7]{1,3}/.exec(text.slice(at + 1, at + 4))?.[0]
      const next = text[at + 1] ?? ''
      bytes.push(octal === undefined ? (ESCAPED[next] ?? next.charCodeAt(0)) : parseInt(octal, 8))
      at += octal?.length ?? 1
      continue
    }
    if (letter === '(' && ++depth === 1) continue
    if (letter === ')' && --depth === 0) return { bytes, length: at + 1 }
    bytes.push(letter.charCodeAt(0))
  }
  throw new Error('a string of the page has no end')
}
