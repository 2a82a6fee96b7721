import { TEXT_FAMILIES } from '@/lib/render/fonts/font-list'

/** Words to set, with the facts about their script that the template needs. */
export interface TextPiece {
  text: string
  rtl: boolean
  /** BCP 47, only where the letters themselves tell it; null otherwise. */
  language: string | null
  /** Font families, the most fitting first. */
  fonts: readonly string[]
  /** What must not be broken over lines. */
  unbreakable: readonly string[]
}

const STRONG_RTL = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/**
 * Prepares words for the template: their direction by the first strong letter (Unicode Bidirectional Algorithm, rules
 * P2 and P3), and the order of fonts, so that a Japanese name is drawn with Japanese forms.
 */
export function textPiece(text: string): TextPiece {
  const firstLetter = /\p{L}/u.exec(text)?.[0] ?? ''
  const language = languageOf(text)
  return {
    text,
    rtl: STRONG_RTL.test(firstLetter),
    language,
    fonts: language === 'ja' ? ['Noto Serif', 'Noto Serif JP', ...TEXT_FAMILIES] : TEXT_FAMILIES,
    unbreakable: text.split(' ').flatMap((word) => (UNSPACED.test(word) ? segments(word) : [word])),
  }
}

function languageOf(text: string): string | null {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja'
  if (/\p{Script=Hangul}/u.test(text)) return 'ko'
  return /^[\p{Script=Han}\P{L}]+$/u.test(text) && /\p{Script=Han}/u.test(text) ? 'zh' : null
}

function segments(word: string): string[] {
  return Array.from(new Intl.Segmenter('en', { granularity: 'word' }).segment(word), (part) => part.segment)
}
