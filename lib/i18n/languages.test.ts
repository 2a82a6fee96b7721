import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { usualWords } from '@/lib/contract/design/design-words'
import { MESSAGE_LANGUAGES } from '@/lib/contract/message-languages'
import { MAIL_LANGUAGES } from '@/lib/env'
import { offered, OFFERED_LANGUAGES } from './languages'

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')

it('a language without a recorded review is offered to nobody', () => {
  const languages = [
    { code: 'aa', review: 'docs/reviews/aa.md' },
    { code: 'bb', review: null },
  ] as const
  expect(offered(languages).map(({ code }) => code)).toEqual(['aa'])
})

it('no message is written in a language that is not offered, and each that is has words for certificates', () => {
  const codes = OFFERED_LANGUAGES.map(({ code }) => code)
  expect(MESSAGE_LANGUAGES).toEqual(codes)
  expect(MAIL_LANGUAGES).toEqual(codes)
  const others = codes.filter((code) => code !== 'en')
  expect(others.filter((code) => usualWords(code).certifies === usualWords('en').certifies)).toEqual([])
})

it('no page reads the languages that are not offered', () => {
  const root = join(import.meta.dirname, '../..')
  const sources = ['app', 'components'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  const pages = sources.filter((path) => /(?<!\.test)\.tsx?$/.test(path))
  expect(pages.length).toBeGreaterThan(100)
  expect(pages.filter((path) => /import .*\bLANGUAGES\b.*'@\/lib\/i18n/.test(read(path)))).toEqual([])
})

describe.each(OFFERED_LANGUAGES)('the review of $name', ({ code, review }) => {
  it('is recorded, and each finding is taken or refused with a reason', () => {
    expect(existsSync(join(import.meta.dirname, '../..', review))).toBe(true)
    const rows = read(review)
      .split('\n')
      .filter((line) => /^\| \d/.test(line))
    expect(rows.length).toBeGreaterThan(20)
    expect(rows.filter((row) => !/\| (taken|taken otherwise: .+|refused: .+) \|$/.test(row))).toEqual([])
  })

  it('is counted in the list of reviews', () => {
    const rows = read(review)
      .split('\n')
      .filter((line) => /^\| \d/.test(line))
    const refused = rows.filter((row) => /\| refused: [^|]+\|$/.test(row)).length
    expect(read('docs/reviews/README.md')).toContain(
      `| [${code}](${code}.md) | ${rows.length} | ${rows.length - refused} | ${refused} |`,
    )
  })
})
