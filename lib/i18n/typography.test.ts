import { describe, expect, it } from 'vitest'
import { CATALOGUES, type MessageKey } from './catalogues'
import { LANGUAGES } from './languages'
import { createTranslator } from './translate'

/** The messages that are there in every language. */
const KEYS = Object.keys(CATALOGUES.es) as MessageKey[]

/** What is written from left to right, and falls apart between right-to-left words: signs at its ends, a number apart. */
const LOOSE = [/[@#/]\w/, /\w[/#](?!\w)/, /\d [A-Za-z]/, /(?<![A-Za-z])[A-Z][a-z]\./, /[\u200e\u200f\u2066-\u2069]/]

/** Names of other things, whose number stands behind them in every language. */
const NAMED = /Open Badges \d\.\d/g

/** Values that are put in are isolated where they are made; what a message itself says is looked at here. */
const withoutIsolated = (text: string) =>
  text.replace(/\u2066[^\u2066\u2069]*\u2069/g, '…').replace(NAMED, 'Open Badges')

/** A message as it is shown, with a word of its own language in place of each value. */
function shown(code: (typeof LANGUAGES)[number]['code'], key: MessageKey, word: string): string {
  const names = [...(CATALOGUES[code][key] ?? '').matchAll(/\{(\w+)(, *(?:plural|number))?/g)]
  const values = names.map(([, name = '', counted]) => [name, counted ? 3 : word] as const)
  return createTranslator(code).t(key, Object.fromEntries(values))
}

describe('Arabic', () => {
  it.each(KEYS)('%s keeps codes, addresses and sizes in one piece', (key) => {
    expect(CATALOGUES.ar[key]).not.toMatch(/[\u200e\u200f\u2066-\u2069]/)
    const text = withoutIsolated(shown('ar', key, 'كلمة'))
    expect(LOOSE.filter((loose) => loose.test(text))).toEqual([])
  })

  it.each(['افتح @context', 'حجمه 10 MiB', 'مثل Jr. أو II', 'على /api/ هنا', '\u200e1'])('finds %s', (text) =>
    expect(LOOSE.some((loose) => loose.test(withoutIsolated(text)))).toBe(true),
  )

  it('writes its own comma, semicolon and question mark', () => {
    for (const key of KEYS) expect(shown('ar', key, 'كلمة').replace(NUMBERS, ''), key).not.toMatch(/[,;?]/)
  })
})

/** Names in JSON, which are written as they are. */
const QUOTED = /[“„«][^“”»]*[“”»]/g

const NUMBERS = /\d[\d.,\u202f\u00a0]*\d/g

describe('French', () => {
  it('has a narrow no-break space before : ; ? ! » and after «', () => {
    for (const key of KEYS) {
      const text = shown('fr', key, 'mot').replace(/https?:\S+|did:\w+/g, '')
      expect(text, key).not.toMatch(/(?<!\u202f)[:;?!»]|«(?!\u202f)/)
    }
  })
})

describe.each(LANGUAGES)('$code', ({ code }) => {
  const { formatNumber } = createTranslator(code)

  it('writes numbers within sentences as it writes them elsewhere', () => {
    for (const key of KEYS) {
      for (const [written] of (CATALOGUES[code][key] ?? '').replace(QUOTED, '').matchAll(NUMBERS)) {
        const number = Number(written.replace(/\D/g, ''))
        if (number >= 1000) expect(written, key).toBe(formatNumber(number))
      }
    }
  })

  it('ends sentences and lists with its own signs', () => {
    if (code !== 'zh' && code !== 'hi') return
    for (const key of KEYS) {
      const text = (CATALOGUES[code][key] ?? '').replace(/\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, 'x').replace(NUMBERS, '')
      expect(text, key).not.toMatch(
        code === 'zh' ? /[\u4e00-\u9fff]\s*[,;:!?]|[\u4e00-\u9fff]\.(?!\w)/ : /[\u0900-\u097f]\./,
      )
    }
  })

  it('has no straight quotes, no double spaces, and no space at either end', () => {
    for (const key of KEYS) {
      const text = CATALOGUES[code][key] ?? ''
      expect(text, key).not.toMatch(/['"]| {2}/)
      if (key !== 'compare.between') expect(text, key).toBe(text.trim())
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
