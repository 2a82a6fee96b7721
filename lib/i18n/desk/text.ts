import { IntlMessageFormat } from 'intl-messageformat'
import { isolateCodes, isolateValue } from '@/lib/i18n/isolate'
import { type Language, LANGUAGES, type LanguageCode } from '@/lib/i18n/languages'
import { fillList } from '@/lib/i18n/list'
import { DESK_CATALOGUES, DESK_ENGLISH, type DeskKey } from './catalogues'
import { deskReader } from './reader'

interface Message {
  format: IntlMessageFormat
  dir: Language['dir']
}

const parsed = new Map<string, Message>()

/**
 * One sentence of the desk (ICU syntax), in the reader's language. Codes and values that are read the other way are isolated.
 * @throws Error where the message names a value that is not given
 */
export function deskText(key: DeskKey, values: Record<string, string | number> = {}): string {
  return deskParts(key, values).join('')
}

/** The same with objects (such as React elements) among its values, in order, for the caller to join. */
export function deskParts<T extends object>(key: DeskKey, values: Record<string, string | number | T>): (string | T)[] {
  const { format, dir } = message(key, deskReader().language)
  const isolated = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? isolateValue(value, dir) : value,
  ])
  const whole = format.format<T>(Object.fromEntries(isolated)) as string | T | (string | T)[]
  return Array.isArray(whole) ? whole : [whole]
}

/** Several things, such as “en, es or fr”, as the reader's language lists them. */
export function deskList(things: readonly string[], type: 'conjunction' | 'disjunction'): string {
  const { locale, dir } = LANGUAGES.find(({ code }) => code === deskReader().language) ?? LANGUAGES[0]
  const list = new Intl.ListFormat(locale, { type })
  return fillList(
    list,
    things.map((thing) => isolateValue(thing, dir)),
  ).join('')
}

function message(key: DeskKey, language: LanguageCode): Message {
  const name = `${language} ${key}`
  let known = parsed.get(name)
  if (!known) {
    const own = DESK_CATALOGUES[language]?.[key]
    const { locale, dir } = LANGUAGES.find(({ code }) => code === (own === undefined ? 'en' : language)) ?? LANGUAGES[0]
    const text = own ?? DESK_ENGLISH[key]
    const shown = dir === 'rtl' ? isolateCodes(text) : text
    known = { format: new IntlMessageFormat(shown, locale, undefined, { ignoreTag: true }), dir }
    parsed.set(name, known)
  }
  return known
}
