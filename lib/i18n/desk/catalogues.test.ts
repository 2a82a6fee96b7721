import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '@/lib/i18n/languages'
import { catalogueProblems } from '@/test/message-shape'
import { DESK_CATALOGUES, DESK_ENGLISH, DESK_LANGUAGES, type DeskKey } from './catalogues'
import { forReader } from './reader'
import { deskText } from './text'
import { deskDay, deskMoment, deskNumber } from './times'

const KEYS = Object.keys(DESK_ENGLISH) as DeskKey[]
const OTHERS = LANGUAGES.filter(({ code }) => code !== 'en' && DESK_CATALOGUES[code])

/** Messages that are the same in English: names, values alone, and words that the languages share. */
const SHARED = new Map<string, string[]>([
  ['signIn.email', ['pt']],
  ['people.email', ['pt']],
  ['files.sha256', ['ar', 'es', 'fr', 'de', 'zh', 'hi', 'pt']],
  ['desk.role.editor', ['es', 'pt']],
  ['files.bytes', ['es', 'pt']],
  ['code.label', ['fr', 'de']],
  ['start.most', ['ar', 'es', 'fr', 'de', 'zh', 'hi', 'pt']],
  ['nav.start', ['de']],
  ['passkeys.name', ['de']],
  ['people.name', ['de']],
  ['keys.name', ['de']],
  ['newKey.name', ['de']],
  ...['nav.webhooks', 'webhooks.heading'].map((key): [string, string[]] => [key, ['es', 'fr', 'de', 'pt']]),
  ['webhook.result.status', ['de', 'pt']],
  ['organization.name', ['de']],
  ['organization.recordName', ['de']],
  ['organization.domain', ['de']],
  ['organization.field.contact', ['fr']],
  ['organization.field.website', ['de']],
  ['organization.recordType', ['fr']],
  ['firstRequest.docs', ['fr']],
  ['own.versions', ['fr']],
  ['pages.nav', ['fr']],
  ['account.browser', ['de']],
  ['certificates.status', ['de', 'pt']],
  ['certificates.column.status', ['de', 'pt']],
  ['lookUp.column.status', ['de', 'pt']],
  ['designs.column.version', ['de', 'fr']],
  ['designs.column.layout', ['de']],
  ['designs.layout', ['de']],
  ['designs.logo', ['de', 'fr']],
  ['designs.signatoryName', ['de']],
])
/** Names that stay as they are in every language. */
const NAMES =
  /full_name|event_title|achievement|registration_number|event_date|issued_at|expires_at|serial|email|language/g

describe('the desk', () => {
  it('is offered in every language that it has a catalogue of', () => {
    expect(DESK_LANGUAGES.map(({ code }) => code)).toEqual(['en', ...OTHERS.map(({ code }) => code)])
  })
})

describe.each(DESK_LANGUAGES)('in $code', ({ code }) => {
  const catalogue: Partial<Record<string, string>> = DESK_CATALOGUES[code] ?? {}

  it.each([
    ['full_name', 'fullName'],
    ['registration_number', 'registrationNumber'],
    ['event_title', 'eventTitle'],
    ['achievement', 'achievement'],
    ['event_date', 'eventDate'],
    ['expires_at', 'expiresAt'],
  ])('%s is called alike where it is issued and on its certificate', (column, field) => {
    expect(catalogue[`column.${column}`]).toBe(catalogue[`field.${field}`])
  })
})

describe.each(OTHERS)('the desk in $code', ({ code, locale, name }) => {
  const catalogue: Partial<Record<DeskKey, string>> = DESK_CATALOGUES[code] ?? {}

  it('has every message with its values and plural forms, no other, and none in English', () => {
    const isShared = (key: string) => SHARED.get(key)?.includes(code) ?? false
    expect(catalogueProblems({ catalogue, english: DESK_ENGLISH, code, locale, isShared, names: NAMES })).toEqual([])
    expect(Object.keys(catalogue)).toEqual(KEYS)
  })

  it('writes sentences, numbers and times for a reader in it', () => {
    const at = new Date('2026-11-05T21:07:00Z')
    forReader({ language: code, timeZone: 'Asia/Dubai' }, () => {
      expect([deskText('people.heading'), name]).toEqual([catalogue['people.heading'], name])
      expect(deskMoment(at)).toMatch(/01[:.]07/)
      expect(deskDay(at)).toMatch(/5/)
      expect(deskNumber(1234567)).toMatch(/^[\d.,\s\u202f\u00a0]+$/)
    })
  })
})
