export interface Language {
  /** BCP 47 code, as it stands in the `lang` attribute. */
  code: string
  /** The language's name in itself. */
  name: string
  dir: 'ltr' | 'rtl'
  /** BCP 47 locale that dates and numbers are written in: day before month, Latin digits. */
  locale: string
}

/** Every language that the pages can be read in. A new one is a line here and a catalogue in `messages/`. */
export const LANGUAGES = [{ code: 'en', name: 'English', dir: 'ltr', locale: 'en-GB' }] as const satisfies Language[]

export type LanguageCode = (typeof LANGUAGES)[number]['code']

export const DEFAULT_LANGUAGE: LanguageCode = 'en'
