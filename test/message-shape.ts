import { IntlMessageFormat } from 'intl-messageformat'

/** Small words that no sentence in English does without, and that none of the other languages has. */
export const ENGLISH_WORDS = /(?<![\p{L}-])(the|this|that|of|and|with|is|are|it|from|your|you)(?![\p{L}-])/iu

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
export function messageShape(text = ''): Shape {
  return shapeOf(new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst())
}

/** The plural forms that each plural of a language writes out, in order. */
export function neededPlurals(code: string, locale: string): string[] {
  const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions()
  // `many` of French, Spanish and Portuguese is of millions, which none of our sentences counts.
  return pluralCategories.filter((form) => code === 'ar' || form !== 'many').sort()
}
