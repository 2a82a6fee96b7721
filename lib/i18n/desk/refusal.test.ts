import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseIssueRow } from '@/lib/domain/issue/issue-row'
import { undrawableSentence } from '@/lib/render/typeset/undrawable-character'
import { DESK_LANGUAGES } from './catalogues'
import { forReader } from './reader'
import { deskRefusal, REFUSALS } from './refusal'

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
  ['a day is none', { event_date: '2026-02-30' }],
  ['a time is none', { issued_at: 'soon' }],
  ['an end is none', { expires_at: '31/12/2026' }],
  ['it lies ahead', { issued_at: '2027-01-01' }],
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
    const said = DESK_LANGUAGES.map(({ code }) =>
      forReader({ language: code, timeZone: 'UTC' }, () => deskRefusal(reasons.join('; '))),
    )
    expect(said.every(({ lang }) => lang === undefined)).toBe(true)
    // In each language another one, and nothing of the file's own words.
    expect(new Set(said.map(({ text }) => text)).size).toBe(said.length)
    for (const { text } of said) expect(text).not.toMatch(/_|undefined|[{}]/)
  })

  it('is said whole where there are several, also where one of them holds a semicolon', () => {
    const reasons = reasonsOf({ full_name: '', achievement: 'x'.repeat(301), event_date: 'x' })
    expect(deskRefusal(reasons.join('; '))).toEqual({
      text: '“Full name” is missing. “Result” has 301 characters; at most 300 are allowed. “Date of the event” must be a real date such as 2026-03-14, in the years 1900 to 9999.',
      lang: undefined,
    })
  })

  it('is said of a character that cannot be printed', () => {
    const sentence = undrawableSentence('full_name', { character: '😀', code: 'U+1F600', position: 3 })
    expect(deskRefusal(sentence).text).toContain('😀 (U+1F600) at position 3')
  })

  it('stays in English, and is marked as such, where nobody has translated it', () => {
    const sentences = ['full_name is odd', 'full_name is missing; event_title is odd', 'The workbook is on fire.']
    for (const text of sentences) expect(deskRefusal(text)).toEqual({ text, lang: 'en' })
  })
})

it('every sentence that is translated is one that the code writes', () => {
  const code = ['domain', 'service', 'store', 'http', 'render']
    .flatMap((room) => sourcesOf(join('lib', room)))
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
