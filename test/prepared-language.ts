import { CATALOGUES } from '@/lib/i18n/catalogues'
import { DESK_CATALOGUES } from '@/lib/i18n/desk/catalogues'
import { type Language, LANGUAGES, type LanguageCode } from '@/lib/i18n/languages'

/** Scripts that are read from right to left. */
const RIGHT_TO_LEFT = ['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Syrc', 'Thaa']

interface Prepared {
  code: string
  catalogue: Partial<Record<string, string>>
  desk?: Partial<Record<string, string>>
}

/**
 * Takes a language in for this process, as its developer will take it in for good: with its file, and without a review. Gives
 * its code for the pages, and a function that takes it out again.
 */
export function prepareLanguage({ code, catalogue, desk }: Prepared): { language: LanguageCode; undo(): void } {
  const script = new Intl.Locale(code).maximize().script ?? 'Latn'
  const language: Language = {
    code,
    name: new Intl.DisplayNames(code, { type: 'language', fallback: 'code' }).of(code) ?? code,
    dir: RIGHT_TO_LEFT.includes(script) ? 'rtl' : 'ltr',
    locale: `${code}-u-nu-latn`,
    review: null,
  }
  const languages: Language[] = LANGUAGES as never
  const catalogues: Record<string, Prepared['catalogue']> = CATALOGUES
  const desks: Record<string, Prepared['catalogue']> = DESK_CATALOGUES
  if (code in catalogues) throw new Error(`There is a catalogue of ${code} already.`)
  languages.push(language)
  catalogues[code] = catalogue
  if (desk) desks[code] = desk
  const undo = () => {
    languages.splice(languages.indexOf(language), 1)
    delete catalogues[code]
    delete desks[code]
  }
  return { language: code as LanguageCode, undo }
}
