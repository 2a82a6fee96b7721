import { describe, expect, it } from 'vitest'
import { catalogueProblems } from '@/test/message-shape'
import { CATALOGUES, ENGLISH, type MessageKey } from './catalogues'
import { LANGUAGES } from './languages'
import { createTranslator } from './translate'

/** The documentation of the interface is written in English alone: so are the names and sentences that it explains. */
const isEnglishOnly = (key: string) => key.startsWith('docs.')

const KEYS = (Object.keys(ENGLISH) as MessageKey[]).filter((key) => !isEnglishOnly(key))
const OTHERS = LANGUAGES.filter(({ code }) => code !== 'en')

/** Messages that are the same in English: names, and words that the languages share. */
const SHARED = new Map<string, string[]>([
  ['file.bytes', ['es', 'pt']],
  ['link.docs', ['fr']],
  ['field.name', ['de']],
  ['issuer.contact', ['fr']],
  ['mail.test.subject', ['de']],
])

describe.each(OTHERS)('$code', ({ code, locale }) => {
  const catalogue = CATALOGUES[code]

  it('has every message with its values and plural forms, no other, and none in English', () => {
    const english = Object.fromEntries(KEYS.map((key) => [key, ENGLISH[key]]))
    const isShared = (key: string) => SHARED.get(key)?.includes(code) ?? false
    expect(catalogueProblems({ catalogue, english, code, locale, isShared })).toEqual([])
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
