import type { LanguageCode } from './languages'
import ar from './messages/ar.json'
import de from './messages/de.json'
import en from './messages/en.json'
import es from './messages/es.json'
import fr from './messages/fr.json'
import hi from './messages/hi.json'
import pt from './messages/pt.json'
import zh from './messages/zh.json'

export type MessageKey = keyof typeof en

/** The messages of one language. A missing one is shown in English, and a test ensures that none is missing. */
type Catalogue = Partial<Record<MessageKey, string>>

export const ENGLISH: Record<MessageKey, string> = en

/** Every catalogue. For the server alone: a script in the browser takes its words from the page. */
export const CATALOGUES: Record<LanguageCode, Catalogue> = { en, es, fr, ar, zh, hi, pt, de }
