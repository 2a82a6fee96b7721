import { describe, expect, it } from 'vitest'
import { CATALOGUES, type MessageKey } from './catalogues'
import { DESK_CATALOGUES, type DeskKey } from './desk/catalogues'
import { forReader } from './desk/reader'
import { deskText } from './desk/text'
import { LANGUAGES, type LanguageCode } from './languages'
import { createTranslator } from './translate'

/** A message of one language, as it is written and as it is shown with these values. */
interface Message {
  key: string
  written: string
  show(values: Record<string, string | number>): string
}

/** Every message of a language, of the visitors' pages and mails and of the desk. */
function messagesOf(code: LanguageCode): Message[] {
  // The documentation of the interface is in English alone.
  const visitors = (Object.keys(CATALOGUES.es) as MessageKey[]).map((key) => ({
    key,
    written: CATALOGUES[code][key] ?? '',
    show: (values: Record<string, string | number>) => createTranslator(code).t(key, values),
  }))
  const desk = (Object.keys(DESK_CATALOGUES[code] ?? {}) as DeskKey[]).map((key) => ({
    key: `desk: ${key}`,
    written: DESK_CATALOGUES[code]?.[key] ?? '',
    show: (values: Record<string, string | number>) =>
      forReader({ language: code, timeZone: 'UTC' }, () => deskText(key, values)),
  }))
  return [...visitors, ...desk]
}

/** What is written from left to right, and falls apart between right-to-left words: signs at its ends, a number apart. */
const LOOSE = [
  /[@#/]\w/,
  /\w[/#](?!\w)/,
  /\d [A-Za-z]/,
  /\d-\d/,
  /:\/\//,
  /(?<![A-Za-z])[A-Z][a-z]\./,
  /[\u200e\u200f\u2066-\u2069]/,
]

/** Names of other things, whose number stands behind them in every language. */
const NAMED = /Open Badges \d\.\d/g

/** Values that are put in are isolated where they are made; what a message itself says is looked at here. */
const withoutIsolated = (text: string) =>
  text.replace(/[\u2066\u2068][^\u2066-\u2069]*\u2069/g, '…').replace(NAMED, 'Open Badges')

/** A message as it is shown, with a word of its own language in place of each value. */
function shown({ written, show }: Message, word: string): string {
  const names = [...written.matchAll(/\{(\w+)(, *(?:plural|number))?/g)]
  const counted = new Set(names.filter(([, , kind]) => kind).map(([, name]) => name))
  return show(Object.fromEntries(names.map(([, name = '']) => [name, counted.has(name) ? 3 : word])))
}

describe('Arabic', () => {
  it.each(messagesOf('ar'))('$key keeps codes, addresses, days and sizes in one piece', (message) => {
    expect(message.written).not.toMatch(/[\u200e\u200f\u2066-\u2069]/)
    const text = withoutIsolated(shown(message, 'كلمة'))
    expect(LOOSE.filter((loose) => loose.test(text))).toEqual([])
  })

  it.each(['افتح @context', 'حجمه 10 MiB', 'مثل 2026-03-14', 'مثل Jr. أو II', 'على /api/ هنا', '\u200e1'])(
    'finds %s',
    (text) => expect(LOOSE.some((loose) => loose.test(withoutIsolated(text)))).toBe(true),
  )

  it('writes its own comma, semicolon and question mark', () => {
    for (const message of messagesOf('ar'))
      expect(shown(message, 'كلمة').replace(NUMBERS, ''), message.key).not.toMatch(/[,;?]/)
  })
})

/** Names in JSON, which are written as they are. */
const QUOTED = /[“„«][^“”»]*[“”»]/g

/** Days as they are typed. */
const DAYS = /\d{4}-\d{2}-\d{2}/g

const NUMBERS = /\d[\d.,\u202f\u00a0]*\d/g

describe('French', () => {
  it('has a narrow no-break space before : ; ? ! » and after «', () => {
    for (const message of messagesOf('fr')) {
      const text = shown(message, 'mot').replace(/https?:\S+|did:\w+/g, '')
      expect(text, message.key).not.toMatch(/(?<!\u202f)[:;?!»]|«(?!\u202f)/)
    }
  })
})

describe.each(LANGUAGES)('$code', ({ code }) => {
  const { formatNumber } = createTranslator(code)
  const messages = messagesOf(code)

  it('writes numbers within sentences as it writes them elsewhere', () => {
    for (const { key, written } of messages) {
      for (const [figure] of written.replace(QUOTED, '').replace(DAYS, '').matchAll(NUMBERS)) {
        const number = Number(figure.replace(/\D/g, ''))
        if (number >= 1000) expect(figure, key).toBe(formatNumber(number))
      }
    }
  })

  it('ends sentences and lists with its own signs', () => {
    if (code !== 'zh' && code !== 'hi') return
    for (const { key, written } of messages) {
      const text = written.replace(/\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, 'x').replace(NUMBERS, '')
      expect(text, key).not.toMatch(
        code === 'zh' ? /[\u4e00-\u9fff]\s*[,;:!?]|[\u4e00-\u9fff]\.(?!\w)/ : /[\u0900-\u097f]\./,
      )
    }
  })

  it('has the quotation marks and brackets of its language', () => {
    const others: Partial<Record<string, RegExp>> = {
      en: /[„«»]/,
      hi: /[„«»]/,
      pt: /[„«»]/,
      es: /[“”„]/,
      fr: /[“”„]/,
      ar: /„/,
      de: /[”«»]/,
      zh: /[\u4e00-\u9fff] ?\(|\)[\u4e00-\u9fff]|[„«»]/,
    }
    const wrong = others[code] ?? /$^/
    for (const { key, written } of messages) expect(written, key).not.toMatch(wrong)
  })

  it('has no straight quotes, no double spaces, and no space at either end', () => {
    for (const { key, written } of messages) {
      expect(written, key).not.toMatch(/['"]| {2}/)
      if (key !== 'compare.between') expect(written, key).toBe(written.trim())
    }
  })
})

it.each([
  ['fr', '2026-11-01', '1er novembre 2026'],
  ['fr', '2026-11-11', '11 novembre 2026'],
  ['pt', '2026-11-01', '1º de novembro de 2026'],
  ['de', '2026-11-01', '1. November 2026'],
] as const)('%s writes the first of a month as it is said: %s', (code, day, text) =>
  expect(createTranslator(code).formatDate(new Date(day))).toBe(text),
)
