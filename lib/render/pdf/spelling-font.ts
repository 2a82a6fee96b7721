import type { PdfObjects } from './pdf-objects'

const FIRST_CODE = 2
/** Of a space that nobody sees, in thousandths of the size of the type. */
export const THIN = 20

/** What a word's own font draws. */
interface SpelledWord {
  letters: readonly string[]
  /** Of each letter, in thousandths of the size of the type. */
  width: number
  /** All of the word, by the first letter's code. */
  drawing: string
  /** The fonts of the drawing, as a page's resources name them. */
  fonts: string
  /** Whether there is a code for a thin space behind the last letter. */
  hasSpace: boolean
}

/** The code of a letter by its place in the word; that of the thin space comes behind the last one. */
export const letterCode = (index: number) => (index + FIRST_CODE).toString(16).padStart(2, '0')

/**
 * Adds a font with one code for each letter of a word (Type 3, ISO 32000-1, 9.6.5): the first draws the whole word, the others
 * draw nothing, and each is mapped to its letter.
 * @returns the number of its object
 */
export function addSpellingFont(pdf: PdfObjects, { letters, width, drawing, fonts, hasSpace }: SpelledWord): number {
  const drawn = pdf.addStream('', Buffer.from(`${width} 0 d0\n${drawing}`, 'latin1'))
  const empty = letters.length > 1 ? pdf.addStream('', Buffer.from(`${width} 0 d0\n`)) : drawn
  const names = letters.map((_, index) => `/g${index}`)
  const glyphs = names.map((name, index) => `${name} ${index === 0 ? drawn : empty} 0 R`)
  const widths = letters.map(() => width)
  if (hasSpace) {
    names.push('/s')
    glyphs.push(`/s ${pdf.addStream('', Buffer.from(`${THIN} 0 d0\n`))} 0 R`)
    widths.push(THIN)
  }
  const unicode = pdf.addStream('', Buffer.from(toUnicode(hasSpace ? [...letters, ' '] : letters), 'latin1'))
  return pdf.add(
    '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 0 0] /FontMatrix [0.001 0 0 0.001 0 0]' +
      ` /CharProcs << /m ${empty} 0 R ${glyphs.join(' ')} >>` +
      // From the width of `m`, poppler tells the size of the letters: 0.6 of it.
      ` /Encoding << /Type /Encoding /Differences [1 /m ${names.join(' ')}] >> /FirstChar 1` +
      ` /LastChar ${names.length + 1} /Widths [600 ${widths.join(' ')}]` +
      ` /Resources << /Font << ${fonts} >> >> /ToUnicode ${unicode} 0 R >>`,
  )
}

function toUnicode(letters: readonly string[]): string {
  const codes = letters.map((letter, index) => {
    const units = Array.from({ length: letter.length }, (_, at) => letter.charCodeAt(at).toString(16).padStart(4, '0'))
    return `<${letterCode(index)}> <${units.join('')}>`
  })
  const blocks: string[] = []
  for (let at = 0; at < codes.length; at += 100) {
    const some = codes.slice(at, at + 100)
    blocks.push(`${some.length} beginbfchar\n${some.join('\n')}\nendbfchar\n`)
  }
  return (
    '/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n' +
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n' +
    '/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n1 begincodespacerange\n<00> <ff>\nendcodespacerange\n' +
    `${blocks.join('')}endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend`
  )
}
