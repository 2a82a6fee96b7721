import { DEFAULT_LANGUAGE, findLanguage, type LanguageCode } from './languages'

/** The most languages of a header that are read: more than any browser sends. */
const MOST_RANGES = 32

/**
 * The language to answer in: the visitor's own choice, else the best of what the browser asks for, else English.
 * @param chosen what the language switch has stored, as it came; anything that is not offered counts for nothing
 * @param acceptLanguage the header's value (RFC 9110, section 12.5.4), matched by lookup (RFC 4647, section 3.4): a
 * range is shortened from its end until a language is found, so `pt-BR` is answered in Portuguese
 */
export function chooseLanguage(chosen: string | null, acceptLanguage: string | null): LanguageCode {
  const own = chosen === null ? undefined : findLanguage(chosen)
  if (own) return own.code
  const ranges = (acceptLanguage ?? '').split(',', MOST_RANGES).map(parseRange)
  const refused = new Set(ranges.filter(({ quality }) => quality === 0).map(({ tag }) => tag))
  // Stable: of equal weights the first comes first.
  const wanted = ranges.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality)
  for (const { tag } of wanted) {
    const found = lookUp(tag)
    if (found && !refused.has(found)) return found
  }
  return DEFAULT_LANGUAGE
}

interface LanguageRange {
  /** In lower case. */
  tag: string
  quality: number
}

/** A weight that is none counts as not wanted: better the next language than one that nobody asked for. */
function parseRange(text: string): LanguageRange {
  const [tag = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const given = parameters.find((parameter) => /^q\s*=/.test(parameter))
  if (given === undefined) return { tag, quality: 1 }
  const weight = given.replace(/^q\s*=\s*/, '')
  return { tag, quality: /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 0 }
}

function lookUp(tag: string): LanguageCode | undefined {
  const subtags = tag.split('-', 8)
  for (let length = subtags.length; length > 0; length--) {
    const found = findLanguage(subtags.slice(0, length).join('-'))
    if (found) return found.code
  }
  return undefined
}
