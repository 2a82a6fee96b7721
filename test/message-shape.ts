import { IntlMessageFormat } from 'intl-messageformat'

/** Small words that no sentence in English does without, and that none of the other languages has. */
const ENGLISH_WORDS = /(?<![\p{L}-])(the|this|that|of|and|with|is|are|it|from|your|you)(?![\p{L}-])/iu

/** Those of them that are words of another language too. */
const ALSO_WORDS: Record<string, string[]> = { af: ['is', 'of'], fy: ['is', 'of', 'it'], nl: ['is', 'of'] }

type Elements = ReturnType<IntlMessageFormat['getAst']>

interface Shape {
  names: Set<string>
  /** The plural forms that each plural writes out. */
  plurals: string[][]
}

/** Kinds of elements: 0 is text, 5 a choice of words, 6 a plural, 7 its number. */
function shapeOf(elements: Elements, shape: Shape = { names: new Set(), plurals: [] }): Shape {
  for (const element of elements) {
    if (element.type === 0 || element.type === 7) continue
    shape.names.add(element.value)
    if (element.type !== 5 && element.type !== 6) continue
    if (element.type === 6) shape.plurals.push(Object.keys(element.options))
    for (const { value } of Object.values(element.options)) shapeOf(value, shape)
  }
  return shape
}

/** What a message (ICU syntax) is made of. */
function messageShape(text: string): Shape {
  return shapeOf(new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst())
}

/**
 * The plural forms that each plural of a language writes out, in order: those of whole numbers below a million, which is
 * all that our sentences count, and `other`, which message syntax asks for.
 */
export function neededPlurals(locale: string): string[] {
  const rules = new Intl.PluralRules(locale)
  const forms = Array.from({ length: 1000 }, (_, count) => [rules.select(count), rules.select(count * 1000)])
  return [...new Set([...forms.flat(), 'other'])].sort()
}

/** A catalogue as a translator hands it in. */
interface Handed {
  catalogue: Partial<Record<string, string>>
  english: Record<string, string>
  code: string
  locale: string
  /** Whether a message may be the same as in English: a name, or a word that the languages share. */
  isShared?(key: string): boolean
  /** What stays as it is in every language. */
  names?: RegExp
}

/** What is wrong with a catalogue, each finding under the name of its message. */
export function catalogueProblems({ catalogue, english, code, locale, isShared, names }: Handed): string[] {
  const needed = neededPlurals(locale)
  const problems = Object.keys(catalogue)
    .filter((key) => !Object.hasOwn(english, key))
    .map((key) => `${key}: there is no such message in English`)
  for (const [key, original] of Object.entries(english)) {
    const text = catalogue[key]
    const add = (problem: string) => problems.push(`${key}: ${problem}`)
    if (text === undefined) {
      add('is missing')
      continue
    }
    let shape: Shape
    try {
      shape = messageShape(text)
    } catch (error) {
      add(`cannot be read as a message: ${(error as Error).message}`)
      continue
    }
    const [own, asked] = [shape, messageShape(original)].map((one) => [...one.names].sort().join(', '))
    if (own !== asked) add(`takes the values “${own}”; English has “${asked}”`)
    for (const forms of shape.plurals) {
      const written = forms.filter((form) => !form.startsWith('=')).sort()
      if (written.join() !== needed.join())
        add(`has the plural forms ${written.join(', ')}; write ${needed.join(', ')}`)
    }
    const bare = text.replace(/\{[^}]*\}|“[^”]*”|https?:\S+/g, '').replace(names ?? /$^/, '')
    const found = bare.match(new RegExp(ENGLISH_WORDS, 'giu'))?.filter((word) => !isWordOf(code, word)) ?? []
    if (found.length > 0) add(`has English words: ${found.join(', ')}`)
    else if (text === original && /\p{L}{3}/u.test(bare) && !isShared?.(key)) add('is the same as in English')
  }
  return problems
}

function isWordOf(code: string, word: string): boolean {
  return ALSO_WORDS[code]?.includes(word.toLowerCase()) ?? false
}
