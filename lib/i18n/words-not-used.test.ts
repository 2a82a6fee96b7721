import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CATALOGUES } from './catalogues'
import { DESK_CATALOGUES } from './desk/catalogues'
import { LANGUAGES } from './languages'

const page = readFileSync(join(import.meta.dirname, '../../docs/translating.md'), 'utf8')

interface Unwanted {
  language: string
  word: string
  /** Messages that mean something else by it. */
  except: string[]
}

/** The rows of “Words not to use”. */
function listed(): Unwanted[] {
  const section = /^## Words not to use\n(.*?)^## /ms.exec(page)?.[1] ?? ''
  const rows = section.split('\n').filter((line) => /^\| [a-z]{2} \|/.test(line))
  return rows.map((line) => {
    const [, language = '', word = '', , , except = ''] = line.split('|').map((cell) => cell.trim())
    return { language, word, except: except.split(', ').filter((key) => key !== '') }
  })
}

/** Arabic with and without its vowel signs is the same word. */
const bare = (text: string) => text.toLowerCase().replace(/[\u064b-\u0652]/g, '')

/** Chinese has no spaces, and Arabic writes small words and the next one as one: there the word counts anywhere. */
function occurs({ language, word }: Unwanted, text: string): boolean {
  const isOpen = word.endsWith('…')
  const escaped = bare(word.replace('…', '')).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  if (language === 'zh' || language === 'ar') return bare(text).includes(escaped)
  return new RegExp(`(?<![\\p{L}\\p{M}])${escaped}${isOpen ? '' : '(?![\\p{L}\\p{M}])'}`, 'u').test(bare(text))
}

const words = listed()

describe.each(LANGUAGES.map(({ code }) => code))('%s', (code) => {
  const own = words.filter(({ language }) => language === code)
  // The documentation of the interface is in English alone.
  const visitors = Object.entries(CATALOGUES[code]).filter(([key]) => key in CATALOGUES.es)
  const desk = Object.entries(DESK_CATALOGUES[code] ?? {}).map(([key, text]) => [`desk: ${key}`, text] as const)
  const messages = [...visitors, ...desk]

  it('has a list of words that are not used', () => expect(own.length).toBeGreaterThan(5))

  it.each(own)('uses nowhere: $word', (unwanted) => {
    const found = messages.filter(([key, text]) => !unwanted.except.includes(key) && occurs(unwanted, text))
    expect(found).toEqual([])
  })

  it('names no exception that is none', () => {
    const needless = own.flatMap((unwanted) =>
      unwanted.except.filter((key) => !messages.some(([name, text]) => name === key && occurs(unwanted, text))),
    )
    expect(needless).toEqual([])
  })
})

it.each([
  [{ language: 'es', word: 'retirad…', except: [] }, 'Certificado retirado', true],
  [{ language: 'es', word: 'miró', except: [] }, 'No se admiró', false],
  [{ language: 'de', word: 'trifft nicht zu', except: [] }, 'Trifft nicht zu: x', true],
  [{ language: 'ar', word: 'معتمدة', except: [] }, 'وما إذا كانت معتمَدة.', true],
  [{ language: 'hi', word: 'सूचना', except: [] }, 'सूचनाएँ', false],
  [{ language: 'zh', word: '截至', except: [] }, '截至 5 月', true],
])('finds a word as it is written: %o in %s', (unwanted, text, found) => expect(occurs(unwanted, text)).toBe(found))
