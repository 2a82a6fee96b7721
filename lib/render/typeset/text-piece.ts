import { TEXT_FAMILIES } from '@/lib/render/fonts/font-list'
import { type LineWidth, lineWidth } from './line-width'
import { isRightToLeft, segments, type TextPart, textParts } from './text-parts'

/** Words to set, with the facts about their script that the template needs. */
export interface TextPiece {
  text: string
  parts: readonly TextPart[]
  rtl: boolean
  /** The most that it takes on one line in each face, in parts of the size of the type; null where only measuring tells. */
  em: LineWidth | null
  /** BCP 47, only where the letters themselves tell it; null otherwise. */
  language: string | null
  /** Font families, the most fitting first. */
  fonts: readonly string[]
  /** What must not be broken over lines. */
  unbreakable: readonly string[]
}

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Letters of which a width is known are all in the first face. */
const LATIN = TEXT_FAMILIES.slice(0, 1)

/**
 * Prepares words for the template: their direction by the first strong letter (Unicode Bidirectional Algorithm, rules
 * P2 and P3), and the order of fonts, so that a Japanese name is drawn with Japanese forms.
 */
export function textPiece(text: string): TextPiece {
  const firstLetter = /\p{L}/u.exec(text)?.[0] ?? ''
  const language = languageOf(text)
  const em = lineWidth(text)
  return {
    text,
    parts: textParts(text),
    rtl: isRightToLeft(firstLetter),
    em,
    language,
    fonts: em === null ? fontsOf(language) : LATIN,
    unbreakable: text.split(/[ \n]/).flatMap((word) => (UNSPACED.test(word) ? segments(word) : [word])),
  }
}

/**
 * A name, prepared as words are. One that changes its direction between two words has a line for each direction: of one line,
 * programs that take the text out of a page give the parts in the order of the page.
 */
export function namePiece(name: string): TextPiece {
  return textPiece(oneDirectionALine(name))
}

function oneDirectionALine(name: string): string {
  const words = name.split(' ')
  const directions = words.map(directionOf)
  const ways = directions.filter((direction) => direction !== 'none')
  const changes = ways.filter((way, index) => index > 0 && way !== ways[index - 1])
  if (changes.length !== 1 || ways.includes('both')) return name
  const second = directions.indexOf(changes[0] ?? 'none')
  return `${words.slice(0, second).join(' ')}\n${words.slice(second).join(' ')}`
}

function directionOf(word: string): 'rtl' | 'ltr' | 'both' | 'none' {
  const isRtl = isRightToLeft(word)
  const isLtr = (word.match(/\p{L}/gu) ?? []).some((letter) => !isRightToLeft(letter))
  if (isRtl) return isLtr ? 'both' : 'rtl'
  return isLtr ? 'ltr' : 'none'
}

function fontsOf(language: string | null): readonly string[] {
  return language === 'ja' ? ['Noto Serif', 'Noto Serif JP', ...TEXT_FAMILIES] : TEXT_FAMILIES
}

function languageOf(text: string): string | null {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja'
  if (/\p{Script=Hangul}/u.test(text)) return 'ko'
  return /^[\p{Script=Han}\P{L}]+$/u.test(text) && /\p{Script=Han}/u.test(text) ? 'zh' : null
}
