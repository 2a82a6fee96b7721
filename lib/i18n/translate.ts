import { IntlMessageFormat } from 'intl-messageformat'
import { CATALOGUES, ENGLISH, type MessageKey } from './catalogues'
import { isolateCodes } from './isolate'
import { LANGUAGES, type Language, type LanguageCode } from './languages'
import { fillList } from './list'

/** Speaks one language: sentences of its catalogue, and dates and times in UTC. */
export interface Translator {
  language: LanguageCode
  dir: Language['dir']
  /** One message (ICU syntax) as text. Throws where the message names a value that is not given. */
  t(key: MessageKey, values?: Record<string, string | number>): string
  /** One message with objects (such as React elements) among its values, in order, for the caller to join. */
  parts<T extends object>(key: MessageKey, values: Record<string, string | number | T>): (string | T)[]
  /** The day in UTC, such as “3 November 2026”. */
  formatDate(date: Date): string
  /** The time of day in UTC, such as “14:07”. */
  formatTime(date: Date): string
  /** Time, day and zone, such as “14:07 on 20 November 2026 (UTC)”. */
  formatMoment(date: Date): string
  formatNumber(value: number): string
  /** All of several things, such as “ES256 and EdDSA”, with each in its place, for the caller to join. */
  listParts<T>(items: readonly T[]): (string | T)[]
}

const made = new Map<LanguageCode, Translator>()

/** The translator of a language; made once and kept, since parsing messages costs more than using them. */
export function createTranslator(code: LanguageCode): Translator {
  const known = made.get(code)
  if (known) return known
  const translator = build(code)
  made.set(code, translator)
  return translator
}

function build(code: LanguageCode): Translator {
  const language: Language = LANGUAGES.find((one) => one.code === code) ?? LANGUAGES[0]
  const catalogue = CATALOGUES[language.code as LanguageCode]
  const parsed = new Map<MessageKey, IntlMessageFormat>()
  const utc = { timeZone: 'UTC', calendar: 'gregory', numberingSystem: 'latn' } as const
  const day = new Intl.DateTimeFormat(language.locale, { ...utc, day: 'numeric', month: 'long', year: 'numeric' })
  const clock = new Intl.DateTimeFormat(language.locale, {
    ...utc,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const number = new Intl.NumberFormat(language.locale, { numberingSystem: 'latn' })
  const list = new Intl.ListFormat(language.locale, { type: 'conjunction' })

  function writeDay(date: Date): string {
    const { firstOfMonth } = language
    if (firstOfMonth === undefined || date.getUTCDate() !== 1) return day.format(date)
    return day
      .formatToParts(date)
      .map(({ type, value }) => (type === 'day' ? firstOfMonth : value))
      .join('')
  }

  function message(key: MessageKey): IntlMessageFormat {
    let format = parsed.get(key)
    if (!format) {
      const text = catalogue[key] ?? ENGLISH[key]
      const shown = language.dir === 'rtl' ? isolateCodes(text) : text
      format = new IntlMessageFormat(shown, language.locale, undefined, { ignoreTag: true })
      parsed.set(key, format)
    }
    return format
  }

  const translator: Translator = {
    language: code,
    dir: language.dir,
    t: (key, values) => String(message(key).format<string>(values)),
    parts<T extends object>(key: MessageKey, values: Record<string, string | number | T>) {
      const whole = message(key).format<T>(values) as string | T | (string | T)[]
      return Array.isArray(whole) ? whole : [whole]
    },
    formatDate: writeDay,
    formatTime: (date) => clock.format(date),
    formatMoment: (date) => translator.t('moment', { time: clock.format(date), date: writeDay(date) }),
    formatNumber: (value) => number.format(value),
    listParts: (items) => fillList(list, items),
  }
  return translator
}
