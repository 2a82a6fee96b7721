/** A stretch of words that the page keeps track of. */
export interface TextPart {
  text: string
  /** Its number on the page, from 1; 0 for words that are extracted rightly as they are. */
  index: number
  /** Whether its letters are spelled out for whoever extracts them (`spellParts`). */
  spelled: boolean
  /** Whether the next part follows without anything between them. */
  joinsNext: boolean
}

const RTL = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** Scripts whose glyphs are not their letters one by one, and marks on any letter. */
const SHAPED =
  /[\p{M}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** The hyphen and the quotation marks of Hebrew belong to its words. */
const RUN = /[\p{L}\p{M}\u200c\u200d\u05be\u05f3\u05f4]+/gu
/** The most letters that one font of `spellParts` holds. */
const MOST_LETTERS = 200

/**
 * Cuts a text into words and what is between them, if it has words whose glyphs are not their letters: the page then keeps
 * track of each part, and shows them in the order of the text.
 */
export function textParts(text: string): TextPart[] {
  const index = SHAPED.test(text) ? 1 : 0
  if (index === 0) return [{ text, index, spelled: false, joinsNext: false }]
  const parts: TextPart[] = []
  const push = (part: string, spelled: boolean, joinsNext = false) => {
    if (part !== '') parts.push({ text: part, index, spelled, joinsNext })
  }
  let at = 0
  for (const { 0: run, index: start } of text.matchAll(RUN)) {
    push(text.slice(at, start), false)
    for (const piece of ofOneDirection(run)) {
      const spelled = SHAPED.test(piece) && Array.from(piece).length <= MOST_LETTERS
      const words = spelled && UNSPACED.test(piece) ? segments(piece) : [piece]
      for (const [place, word] of words.entries()) push(word, spelled, place < words.length - 1)
    }
    at = start + run.length
  }
  push(text.slice(at), false)
  return parts
}

function ofOneDirection(run: string): string[] {
  if (!RTL.test(run)) return [run]
  const pieces: string[] = []
  let backwards: boolean | null = null
  for (const letter of run) {
    const isRtl: boolean = /[\p{M}\u200c\u200d]/u.test(letter) && backwards !== null ? backwards : RTL.test(letter)
    if (isRtl === backwards) pieces.push((pieces.pop() ?? '') + letter)
    else pieces.push(letter)
    backwards = isRtl
  }
  return pieces
}

/** The words of a text that is written without spaces. */
export function segments(text: string): string[] {
  return Array.from(new Intl.Segmenter('en', { granularity: 'word' }).segment(text), (part) => part.segment)
}

/** Whether a letter is written from right to left. */
export function isRightToLeft(text: string): boolean {
  return RTL.test(text)
}
