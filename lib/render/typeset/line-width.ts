import { listFonts } from '@/lib/render/fonts/font-list'
import { type LetterWidths, readLetterWidths } from '@/lib/render/fonts/letter-widths'

/** The faces that Latin words are set in, by their files. */
export const FACES = {
  serif: 'NotoSerif_400Regular.ttf',
  italic: 'NotoSerif_400Regular_Italic.ttf',
  sans: 'NotoSans_400Regular.ttf',
  semibold: 'NotoSans_600SemiBold.ttf',
} as const

/** What a text takes on one line in each face, in parts of the size of the type. */
export type LineWidth = Record<keyof typeof FACES, number>

/** Letters that are set one by one, each as wide as its glyph: none that joins, stacks or turns around. */
const LETTERS =
  /^[\x20-\x7e\xa1-\xac\xae-\u017f\u1ea0-\u1ed9\u1ee4-\u1ee7\u1ef2-\u1ef9\u2010\u2013\u2014\u2018-\u201a\u201c-\u201e\u2026]*$/
/** Letters that keep what follows them away. */
const KEEPING_AWAY = /[ďĩľť]/

/** Some pairs, such as two capital Ts, are set further apart than their letters are wide. */
const APART = 1.035
/** What a single such pair, such as a capital and a J, adds to a short word. */
const PAIR = 0.1

const known = new Map<string, LineWidth>()
let faces: Record<keyof LineWidth, LetterWidths> | undefined

/**
 * The most that a text takes on one line. The first call reads the fonts.
 * @returns null for words that have other letters: those have to be set to be measured
 */
export function lineWidth(text: string): LineWidth | null {
  if (!LETTERS.test(text) || KEEPING_AWAY.test(text)) return null
  const letters = Array.from(text, letterWidth)
  return inEachFace((face) => letters.reduce((all, letter) => all + letter[face], PAIR))
}

function letterWidth(letter: string): LineWidth {
  const before = known.get(letter)
  if (before) return before
  const widths = (faces ??= openFaces())
  const width = inEachFace((face) => widths[face](letter.codePointAt(0) ?? 0) * APART)
  known.set(letter, width)
  return width
}

function openFaces() {
  const fonts = listFonts()
  return inEachFace((face) =>
    readLetterWidths(fonts.find(({ file }) => file.endsWith(`/${FACES[face]}`))?.path ?? FACES[face]),
  )
}

function inEachFace<T>(make: (face: keyof LineWidth) => T): Record<keyof LineWidth, T> {
  return { serif: make('serif'), italic: make('italic'), sans: make('sans'), semibold: make('semibold') }
}
