import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findBadDefault } from '@/lib/domain/issue/default-cell'
import { parseIssueRow } from '@/lib/domain/issue/issue-row'
import { cleanText } from '@/lib/domain/text/clean-text'
import { undrawableSentence } from '@/lib/render/typeset/undrawable-character'
import { DESK_LANGUAGES } from './catalogues'
import { forReader } from './reader'
import { deskRefusal } from './refusal'
import { REFUSALS } from './refusals'

const NOW = new Date('2026-11-23T12:00:00Z')
const GOOD = { full_name: 'Ana', event_title: 'Knots', achievement: 'Passed' }

/** What a row is really refused with. */
function reasonsOf(changes: Record<string, string>): string[] {
  const parsed = parseIssueRow({ ...GOOD, ...changes }, { now: NOW })
  return parsed.ok ? [] : parsed.reasons
}

const ROWS: [string, Record<string, string>][] = [
  ['a name is missing', { full_name: ' ' }],
  ['it is too long', { achievement: 'x'.repeat(301) }],
  ['a character is hidden', { full_name: 'A\u202ena' }],
  ['a spreadsheet lost a value', { registration_number: '1.23457E+15' }],
  ['a day is none', { event_date: '2026-02-30' }],
  ['a time is none', { issued_at: 'soon' }],
  ['an end is none', { expires_at: '31/12/2026' }],
  ['it lies ahead', { issued_at: '2026-11-23T13:00:00Z' }],
  ['its day has not begun in UTC', { issued_at: '2026-11-24' }],
  ['it ends before', { issued_at: '2026-01-02', expires_at: '2026-01-01' }],
  ['a language is unknown', { language: 'tlh' }],
  ['an address is none', { email: 'nobody' }],
  ['a serial is too short', { serial: 'a' }],
  ['a serial is a path', { serial: 'abc/verify' }],
  ['a serial is an ID', { serial: '00000000-0000-4000-8000-000000000000' }],
  ['a serial is like ours', { serial: 'ABCD-EFGH-JKMN-PQRS' }],
]

describe('what a row is refused with', () => {
  it.each(ROWS)('is said to its reader: %s', (_what, changes) => {
    const reasons = reasonsOf(changes)
    expect(reasons).toHaveLength(1)
    const said = inEachLanguage(reasons.join('; '))
    expect(said.every(({ lang }) => lang === undefined)).toBe(true)
    // In each language another one, and nothing of the file's own words.
    expect(new Set(said.map(({ text }) => text)).size).toBe(said.length)
    for (const { text } of said) expect(text).not.toMatch(/_|undefined|[{}]/)
  })

  it('is said whole where there are several, also where one of them holds a semicolon', () => {
    const reasons = reasonsOf({ full_name: '', achievement: 'x'.repeat(301), event_date: 'x' })
    expect(deskRefusal(reasons.join('; '))).toEqual({
      text: '“Name” is missing. “Achievement” has 301 characters; at most 300 are allowed. “Date of the event” must be a real date such as 2026-03-14, in the years 1900 to 9999.',
      lang: undefined,
    })
  })

  it('is said of a character that cannot be printed', () => {
    const sentence = undrawableSentence('full_name', { character: '😀', code: 'U+1F600', position: 3 })
    expect(deskRefusal(sentence).text).toContain('😀 (U+1F600) at position 3')
  })

  it('stays in English, and is marked as such, where nobody has translated it', () => {
    const sentences = [
      'full_name is odd',
      'It is odd. 3 certificates were issued in this run; the same file again goes on from there.',
      'full_name is missing; event_title is odd',
      'The workbook is on fire.',
    ]
    for (const text of sentences) expect(deskRefusal(text)).toEqual({ text, lang: 'en' })
  })
})

/** Says a sentence of a service in each language of the desk. */
function inEachLanguage(sentence: string) {
  return DESK_LANGUAGES.map(({ code }) => forReader({ language: code, timeZone: 'UTC' }, () => deskRefusal(sentence)))
}

describe('what a form is refused with', () => {
  it.each([
    ['nothing is written', ' '],
    ['it is too long', 'x'.repeat(101)],
    ['a letter is hidden', 'a\u202eb'],
  ])('is said to its reader: %s', (_what, typed) => {
    const read = cleanText(typed, { field: 'The name', maxLength: 100, required: true })
    const reason = read.ok ? '' : read.reason
    for (const sentence of [reason, `${reason}.`]) {
      const said = inEachLanguage(sentence)
      expect(said.every(({ lang }) => lang === undefined)).toBe(true)
      expect(new Set(said.map(({ text }) => text)).size).toBe(said.length)
    }
  })

  it.each([
    ['event_date', '03/04/2026'],
    ['issued_at', '03/04/2026'],
    ['issued_at', '2999-01-01'],
    ['expires_at', 'soon'],
    ['expires_at', '2020-01-01'],
    ['language', 'Deutsch'],
    ['achievement', 'Pas\u202esed'],
  ])('is said to its reader of a cell for all rows: %s %s', (column, day) => {
    const said = inEachLanguage(
      findBadDefault({ columns: [], defaults: { event_date: '', [column]: day } }, NOW)?.reason ?? '',
    )
    expect(said.every(({ lang }) => lang === undefined)).toBe(true)
    expect(new Set(said.map(({ text }) => text)).size).toBe(said.length)
  })

  it('is counted by the rules of each language', () => {
    const said = inEachLanguage('Too many attempts. Try again in 2 seconds.').map(({ text }) => text)
    expect(said[0]).toBe('Try again in 2 seconds.')
    expect(said).toContain('حاول من جديد بعد ثانيتين.')
  })
})

describe('what stopped a run', () => {
  it.each([
    ['Stopped. 3 certificates were issued in this run; the same file again goes on from there.', 3],
    [
      'A serial of this file was taken meanwhile. 1 certificate was issued in this run; the same file again goes on from there.',
      1,
    ],
    ['Stopped. No certificates were issued in this run; the same file again goes on from there.', 0],
    [
      'The signer does not answer. Nothing can be signed just now. 3 certificates were issued in this run; the same file again goes on from there.',
      3,
    ],
  ])('is said with what was issued before: %s', (sentence, count) => {
    const said = inEachLanguage(sentence)
    expect(said.every(({ lang }) => lang === undefined)).toBe(true)
    expect(said[0]?.text).toMatch(
      [/No certificate was issued\.$/, /One certificate was issued\.$/, /./, /3 certificates were issued\.$/][count] ??
        /^$/,
    )
    // Nobody is told above it that nothing was done.
    expect(said[0]?.text).not.toMatch(/nothing was|checks of/i)
  })
})

it('every sentence that is translated is one that the code writes', () => {
  const code = ['domain', 'service', 'store', 'http', 'render']
    .flatMap((room) => sourcesOf(join('lib', room)))
    .concat(readFileSync('lib/errors.ts', 'utf8'))
    .join('\n')
  // As if nothing were broken over lines.
  const text = code
    .replace(/['`] \+\s+['`]/g, '')
    .replaceAll("\\'", "'")
    .replace(/\s+/g, ' ')
  const parts = REFUSALS.flatMap(([, sentence]) => sentence.split(/<\w+>|[:.] /)).filter(
    (part) => part.trim().length > 12,
  )
  expect(parts.length).toBeGreaterThan(25)
  expect(parts.filter((part) => !part.split(/2026-03-14|1900/).every((one) => text.includes(one.trim())))).toEqual([])
})

function sourcesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
}
