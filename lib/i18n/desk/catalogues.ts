import { DEFAULT_LANGUAGE, findLanguage, type LanguageCode, OFFERED_LANGUAGES } from '@/lib/i18n/languages'
import ar from './ar.json'
import de from './de.json'
import en from './en.json'
import es from './es.json'
import fr from './fr.json'
import hi from './hi.json'
import pt from './pt.json'
import zh from './zh.json'

export type DeskKey = keyof typeof en

/** The desk's messages of one language. One that is missing is shown in English, and a test ensures that none is. */
type DeskCatalogue = Partial<Record<DeskKey, string>>

export const DESK_ENGLISH: Record<DeskKey, string> = en

/** Every catalogue of the desk. They are apart from the visitors' ones, so that public pages do not carry them. */
export const DESK_CATALOGUES: Partial<Record<LanguageCode, DeskCatalogue>> = { en, es, fr, ar, zh, hi, pt, de }

/** The languages that a person can read the desk in. */
export const DESK_LANGUAGES = OFFERED_LANGUAGES.filter(({ code }) => DESK_CATALOGUES[code] !== undefined)

/** The language itself where the desk has it, otherwise English. */
export function deskLanguage(code: string): LanguageCode {
  const found = findLanguage(code)
  return found && DESK_CATALOGUES[found.code] ? found.code : DEFAULT_LANGUAGE
}
