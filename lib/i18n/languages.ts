export interface Language {
  /** BCP 47 code, as in the `lang` attribute. */
  code: string
  /** The language's name in itself. */
  name: string
  dir: 'ltr' | 'rtl'
  /** BCP 47 locale that dates and numbers are written in: the order that its readers expect, Latin digits. */
  locale: string
}

/** Every language that the pages can be read in. A new one is a line here and a catalogue in `catalogues.ts`. */
export const LANGUAGES = [
  { code: 'en', name: 'English', dir: 'ltr', locale: 'en-GB' },
  { code: 'es', name: 'Español', dir: 'ltr', locale: 'es' },
  { code: 'fr', name: 'Français', dir: 'ltr', locale: 'fr' },
  { code: 'ar', name: 'العربية', dir: 'rtl', locale: 'ar-u-nu-latn' },
  { code: 'zh', name: '简体中文', dir: 'ltr', locale: 'zh-Hans' },
  { code: 'hi', name: 'हिन्दी', dir: 'ltr', locale: 'hi-u-nu-latn' },
  { code: 'pt', name: 'Português', dir: 'ltr', locale: 'pt' },
  { code: 'de', name: 'Deutsch', dir: 'ltr', locale: 'de' },
] as const satisfies Language[]

export type LanguageCode = (typeof LANGUAGES)[number]['code']

export const DEFAULT_LANGUAGE: LanguageCode = 'en'

/** The language with just this code, or undefined. */
export function findLanguage(code: string): (typeof LANGUAGES)[number] | undefined {
  return LANGUAGES.find((one) => one.code === code)
}
