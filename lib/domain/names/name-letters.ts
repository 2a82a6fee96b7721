/** One letter of a name as people count them: a base with its marks. */
export interface NameLetter {
  /** As written, composed (NFC). */
  written: string
  /** Blind to case and to the typography of spaces, hyphens and apostrophes; to nothing else. */
  fold: string
  /** Where it stands in the name, in code points; `end` is behind it. */
  start: number
  end: number
}

/** Marks (those of half-width kana too), and the parts of Korean syllables: they belong to what is before. */
const CONTINUES = /[\p{M}\u1160-\u11FF\uFF9E\uFF9F]/u
/** Characters without a look of their own that come along when text is copied. Joiners are not among them. */
const INVISIBLE = /[\p{Bidi_Control}\u00AD\u200B\u2060\uFEFF]/u
/** The same letters in another width or joined for print, as copying from a PDF yields them. */
const PRINT_FORM = /[\u2F00-\u2FD5\uFB00-\uFDFF\uFE70-\uFEFC\uFF00-\uFFEF]/u
const APOSTROPHE = /^['`\u00B4\u02B9\u02BB-\u02BD\u02C8\u055A\u05F3\u2018\u2019\u201B\u2032\u2035\uA78C]$/u
const HYPHEN = /^[-\u058A\u05BE\u2010-\u2015\u2043\u2212\uFE58\uFE63]$/u
const SPACE = /^\p{White_Space}$/u

/**
 * A name as a list of letters, each with its place in the name. Total on any string, lone surrogates included.
 * Invisible characters that carry no meaning are left out.
 */
export function readLetters(name: string): NameLetter[] {
  const letters: NameLetter[] = []
  let raw = ''
  let start = 0
  let at = 0
  const finish = () => {
    if (raw !== '') letters.push(readLetter(raw, start, at))
    raw = ''
  }
  for (const character of name) {
    if (INVISIBLE.test(character)) finish()
    else if (raw !== '' && CONTINUES.test(character)) raw += character
    else {
      finish()
      raw = character
      start = at
    }
    at++
  }
  finish()
  return letters
}

function readLetter(raw: string, start: number, end: number): NameLetter {
  const composed = raw.normalize('NFC')
  const written = PRINT_FORM.test(composed) ? composed.normalize('NFKC') : composed
  return { written, fold: foldLetter(written), start, end }
}

function foldLetter(written: string): string {
  if (APOSTROPHE.test(written)) return "'"
  if (HYPHEN.test(written)) return '-'
  if (SPACE.test(written)) return ' '
  // A sigma at the end of a word is the same letter: by its place and not by its case.
  return written.toLowerCase().normalize('NFC').replaceAll('ς', 'σ')
}
