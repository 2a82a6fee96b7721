export interface Language {
  /** BCP 47 code, as in the `lang` attribute. */
  code: string
  /** The language's name in itself. */
  name: string
  dir: 'ltr' | 'rtl'
  /** BCP 47 locale that dates and numbers are written in: the order that its readers expect, Latin digits. */
  locale: string
  /** How the first of a month is written where that is no plain number, such as “1er”. */
  firstOfMonth?: string
  /** Where the review of its catalogue is recorded; null until there is one, and until then it is offered to nobody. */
  review: `docs/reviews/${string}.md` | null
}

/** Every language that there is a catalogue of. A new one is a line here and a catalogue in `catalogues.ts`. */
export const LANGUAGES = [
  { code: 'en', name: 'English', dir: 'ltr', locale: 'en-GB', review: 'docs/reviews/en.md' },
  { code: 'es', name: 'Español', dir: 'ltr', locale: 'es', review: 'docs/reviews/es.md' },
  { code: 'fr', name: 'Français', dir: 'ltr', locale: 'fr', firstOfMonth: '1er', review: 'docs/reviews/fr.md' },
  { code: 'ar', name: 'العربية', dir: 'rtl', locale: 'ar-u-nu-latn', review: 'docs/reviews/ar.md' },
  { code: 'zh', name: '简体中文', dir: 'ltr', locale: 'zh-Hans', review: 'docs/reviews/zh.md' },
  { code: 'hi', name: 'हिन्दी', dir: 'ltr', locale: 'hi-u-nu-latn', review: 'docs/reviews/hi.md' },
  { code: 'pt', name: 'Português', dir: 'ltr', locale: 'pt', firstOfMonth: '1º', review: 'docs/reviews/pt.md' },
  { code: 'de', name: 'Deutsch', dir: 'ltr', locale: 'de', review: 'docs/reviews/de.md' },
] as const satisfies Language[]

export type LanguageCode = (typeof LANGUAGES)[number]['code']

export const DEFAULT_LANGUAGE: LanguageCode = 'en'

/** Those of the languages that a visitor may read: whose words someone other than their writer has reviewed. */
export function offered<T extends Pick<Language, 'review'>>(languages: readonly T[]): T[] {
  return languages.filter(({ review }) => review !== null)
}

/** The languages of the switch, and of what a browser asks for. */
export const OFFERED_LANGUAGES = offered(LANGUAGES)

/** The offered language with just this code, or undefined. */
export function findLanguage(code: string): (typeof LANGUAGES)[number] | undefined {
  return OFFERED_LANGUAGES.find((one) => one.code === code)
}
