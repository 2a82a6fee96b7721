import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, it } from 'vitest'
import en from './messages/en.json'
import { createTranslator } from './translate'

describe('translator', () => {
  const english = createTranslator('en')

  it('writes dates and times in UTC, day before month', () => {
    const late = new Date('2026-11-20T23:59:30Z')
    expect(english.formatDate(late)).toBe('20 November 2026')
    expect(english.formatTime(late)).toBe('23:59')
    expect(english.formatMoment(new Date('2026-11-21T00:04:00Z'))).toBe('00:04 on 21 November 2026 (UTC)')
  })

  it('chooses plural forms', () => {
    expect(english.t('retry.wait', { seconds: 1 })).toBe('Wait 1 second, then check again.')
    expect(english.t('retry.wait', { seconds: 5 })).toBe('Wait 5 seconds, then check again.')
  })

  it('never reads a value as message syntax', () => {
    expect(english.t('withdrawn.reason', { reason: '{issuer} <b>' })).toBe('Reason given: {issuer} <b>')
  })

  it('hands objects back in their place', () => {
    const name = { element: 'name' }
    const parts = english.parts('compare.shows', { issuer: 'A', name })
    expect(parts.filter((part) => part === name)).toHaveLength(2)
  })

  it('refuses a message whose value is missing', () => {
    expect(() => english.t('genuine.sentence', { issuer: 'A' })).toThrow()
  })

  it('holds no message that cannot be parsed', () => {
    for (const text of Object.values(en)) expect(() => new IntlMessageFormat(text, 'en-GB')).not.toThrow()
  })
})
