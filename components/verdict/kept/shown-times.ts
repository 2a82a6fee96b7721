import type { LanguageCode } from '@/lib/i18n/languages'
import { createTranslator } from '@/lib/i18n/translate'

/** Days and minutes in words, which is most of what filling a page takes: those of many checks are the same. */
const words = new Map<string, string>()
const MOST = 5000

/** A time as it is written for programs: on the wire it mostly is already. Empty where there is none. */
export function isoTime(time: string | null | undefined): string {
  if (!time) return ''
  return time.length === 24 ? time : new Date(time).toISOString()
}

/** As `formatMoment`, which speaks of minutes. */
export function shownMoment(time: string | null | undefined, language: LanguageCode): string {
  return time ? remembered(`${language}${isoTime(time).slice(0, 16)}`, language, time, 'formatMoment') : ''
}

/** As `formatDate`. */
export function shownDay(time: string | null | undefined, language: LanguageCode): string {
  return time ? remembered(`${language}${isoTime(time).slice(0, 10)}`, language, time, 'formatDate') : ''
}

function remembered(key: string, language: LanguageCode, time: string, how: 'formatMoment' | 'formatDate'): string {
  const known = words.get(key)
  if (known !== undefined) return known
  const shown = createTranslator(language)[how](new Date(time))
  if (words.size >= MOST) words.clear()
  words.set(key, shown)
  return shown
}
