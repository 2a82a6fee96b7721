import { describe, expect, it } from 'vitest'
import { ENGLISH_WORDS, messageShape, neededPlurals } from '@/test/message-shape'
import { CATALOGUES, ENGLISH, type MessageKey } from './catalogues'
import { LANGUAGES } from './languages'
import { createTranslator } from './translate'

/** The documentation of the interface is written in English alone: so are the names and sentences that it explains. */
const isEnglishOnly = (key: string) => key.startsWith('docs.')

const KEYS = (Object.keys(ENGLISH) as MessageKey[]).filter((key) => !isEnglishOnly(key))
const OTHERS = LANGUAGES.filter(({ code }) => code !== 'en')

/** Messages that are the same in English: names, and words that the languages share. */
const SHARED = new Map<MessageKey, string[]>([
  ['file.bytes', ['es', 'pt']],
  ['link.docs', ['fr']],
  ['field.name', ['de']],
  ['issuer.contact', ['fr']],
  ['mail.test.subject', ['de']],
])

describe.each(OTHERS)('$code', ({ code, locale }) => {
  const catalogue = CATALOGUES[code]

  it('has every message, and no other', () => {
    expect(Object.keys(catalogue).sort()).toEqual([...KEYS].sort())
  })

  it('takes the same values as in English', () => {
    const values = (text?: string) => [...messageShape(text).names].sort()
    for (const key of KEYS) expect(values(catalogue[key]), key).toEqual(values(ENGLISH[key]))
  })

  it('has every plural form of its language', () => {
    const needed = neededPlurals(code, locale)
    for (const key of KEYS) {
      for (const forms of messageShape(catalogue[key]).plurals) {
        expect([...forms].sort(), key).toEqual(needed)
      }
    }
  })

  it('is left nowhere in English', () => {
    for (const key of KEYS) {
      const text = catalogue[key] ?? ''
      const bare = text.replace(/\{[^}]*\}|“[^”]*”|https?:\S+/g, '')
      expect(bare, key).not.toMatch(ENGLISH_WORDS)
      if (!SHARED.get(key)?.includes(code) && /\p{L}/u.test(bare)) expect(text, key).not.toBe(ENGLISH[key])
    }
  })

  it('never calls invalid what could not be checked', () => {
    const { t } = createTranslator(code)
    const heading = t('couldNotCheck.heading')
    for (const key of ['invalid.heading', 'withdrawn.heading', 'expired.heading', 'notFound.heading'] as const) {
      expect(heading).not.toContain(t(key))
    }
    expect(t('couldNotCheck.sentence')).not.toBe(t('invalid.sentence'))
  })

  it('writes dates, times and numbers in Latin digits', () => {
    const { formatMoment, formatNumber, t } = createTranslator(code)
    const moment = formatMoment(new Date('2026-11-05T04:07:00Z'))
    expect(moment).toMatch(/2026/)
    expect(moment).toMatch(/04:07/)
    expect(moment).toMatch(/UTC/)
    expect(formatNumber(78_214)).toMatch(/^78\D?214$/)
    expect(t('retry.wait', { seconds: 42 })).toMatch(/42/)
  })
})
