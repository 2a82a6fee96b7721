import { IntlMessageFormat } from 'intl-messageformat'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderDocument, renderVerdictPage } from '@/components/site/render-document'
import { usualWords } from '@/lib/contract/design/design-words'
import { MESSAGE_LANGUAGES } from '@/lib/contract/message-languages'
import { MAIL_LANGUAGES } from '@/lib/env'
import { catalogueProblems, neededPlurals } from '@/test/message-shape'
import { prepareLanguage } from '@/test/prepared-language'
import { withHeldMarkup } from '@/test/samples/held-markup'
import { sampleDeskPages } from '@/test/samples/sample-desk-pages'
import { sampleMails } from '@/test/samples/sample-mails'
import { samplePages } from '@/test/samples/sample-pages'
import { SAMPLE_VIEWS } from '@/test/samples/sample-views'
import { CATALOGUES, ENGLISH } from './catalogues'
import { chooseLanguage } from './choose-language'
import { DESK_ENGLISH, deskLanguage } from './desk/catalogues'
import { forReader } from './desk/reader'
import { LANGUAGES, offered } from './languages'

type Elements = ReturnType<IntlMessageFormat['getAst']>

/** A message as somebody writes it who speaks no language: each word of English behind a letter that it never has. */
function madeUp(elements: Elements, forms: string[]): string {
  return elements
    .map((element) => {
      if (element.type === 0) return element.value.replace(/\p{L}[\p{L}’]*/gu, 'ž$&')
      if (element.type === 7) return '#'
      if (element.type === 2) return `{${element.value}, number}`
      if (element.type !== 5 && element.type !== 6) return `{${(element as { value: string }).value}}`
      const kind = element.type === 5 ? 'select' : 'plural'
      const exact = Object.keys(element.options).filter((form) => form.startsWith('='))
      const written = element.type === 5 ? Object.keys(element.options) : [...exact, ...forms]
      const other = element.options.other?.value ?? []
      const parts = written.map((form) => `${form} {${madeUp(element.options[form]?.value ?? other, forms)}}`)
      return `{${element.value}, ${kind}, ${parts.join(' ')}}`
    })
    .join('')
}

function madeUpCatalogue(english: Record<string, string>, locale: string): Record<string, string> {
  const forms = neededPlurals(locale)
  const read = (text: string) => new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst()
  return Object.fromEntries(Object.entries(english).map(([key, text]) => [key, madeUp(read(text), forms)]))
}

/** What a translator of the public pages and mails writes: all but the documentation of the interface. */
const PUBLIC = Object.fromEntries(Object.entries(ENGLISH).filter(([key]) => key in CATALOGUES.es))

/** Languages of one, two, four and six plural forms. */
const FORMS: [code: string, forms: string[]][] = [
  ['ja', ['other']],
  ['sw', ['one', 'other']],
  ['pl', ['few', 'many', 'one', 'other']],
  ['cy', ['few', 'many', 'one', 'other', 'two', 'zero']],
]

describe.each(FORMS)('a new language with the plural forms of %s', (code, forms) => {
  it('is asked for these forms', () => expect(neededPlurals(code)).toEqual(forms))

  it.each([
    ['the pages and mails', PUBLIC],
    ['the desk', DESK_ENGLISH],
  ])('is one file for %s', (_name, english) => {
    expect(catalogueProblems({ catalogue: madeUpCatalogue(english, code), english, code, locale: code })).toEqual([])
  })
})

describe('what is wrong with a file is said by the name of the message', () => {
  const english = { 'a.one': 'Wait {count, plural, one {# day} other {# days}}.', 'a.two': 'Checked by {name}' }
  const good = { 'a.one': 'Czekaj {count, plural, one {#} few {#} many {#} other {#}}.', 'a.two': 'Sprawdza {name}' }
  const problems = (catalogue: Record<string, string>) =>
    catalogueProblems({ catalogue, english, code: 'pl', locale: 'pl' })

  it('nothing where nothing is', () => expect(problems(good)).toEqual([]))

  it.each([
    [{ 'a.one': good['a.one'] }, 'a.two: is missing'],
    [{ ...good, 'a.three': 'x' }, 'a.three: there is no such message in English'],
    [{ ...good, 'a.two': 'Sprawdza {imię}' }, 'a.two: takes the values “imię”; English has “name”'],
    [{ ...good, 'a.two': 'Sprawdza {name' }, 'a.two: cannot be read as a message'],
    [{ ...good, 'a.two': 'Checked by {name}' }, 'a.two: is the same as in English'],
    [{ ...good, 'a.two': 'Sprawdza the {name}' }, 'a.two: has English words: the'],
    [
      { ...good, 'a.one': 'Czekaj {count, plural, one {#} other {#}}.' },
      'a.one: has the plural forms one, other; write few, many, one, other',
    ],
  ])('%j', (catalogue, problem) => expect(problems(catalogue)).toEqual([expect.stringContaining(problem)]))

  it('a small word of English may be a word of the language', () => {
    const catalogue = { 'a.one': good['a.one'].replace(/few \{#\} many \{#\} /, ''), 'a.two': 'Wie is {name}?' }
    expect(catalogueProblems({ catalogue, english, code: 'nl', locale: 'nl' })).toEqual([])
  })
})

describe('a ninth language, prepared by its files', () => {
  const catalogue = madeUpCatalogue(PUBLIC, 'pl')
  const desk = madeUpCatalogue(DESK_ENGLISH, 'pl')
  let prepared: ReturnType<typeof prepareLanguage>
  beforeAll(() => {
    prepared = prepareLanguage({ code: 'pl', catalogue, desk })
  })
  afterAll(() => prepared.undo())

  /** The words printed on certificates come with the language’s review. */
  const printed = new Set(Object.values(usualWords('en')))

  /** Pieces of three words or more, outside of values. */
  const pieces = [PUBLIC, DESK_ENGLISH].flatMap((messages) =>
    Object.values(messages)
      .flatMap((text) => text.split(/[{}]/))
      .map((piece) => piece.trim())
      .filter((piece) => / .* /.test(piece) && !piece.includes(', plural') && !printed.has(piece)),
  )

  /** What a page says in the words of the English catalogues. */
  function inEnglish(html: string): string[] {
    const text = html
      .replace(/<(script|style|head)\b.*?<\/\1>/gs, '')
      .replace(/<[^>]+>/g, '')
      .replaceAll('&#x27;', '’')
    return pieces.filter((piece) => text.includes(piece))
  }

  const draw: [name: string, render: () => Promise<string> | string][] = [
    ...Object.entries(SAMPLE_VIEWS).map(([name, view]): [string, () => Promise<string>] => [
      name,
      () => renderVerdictPage({ ...view, language: prepared.language }),
    ]),
    ...Object.keys(samplePages('en')).map((name): [string, () => Promise<string>] => [
      name,
      () => renderDocument(samplePages(prepared.language)[name] ?? <never>null),
    ]),
    ...Object.keys(sampleDeskPages()).map((name): [string, () => Promise<string>] => [
      name,
      () =>
        forReader({ language: prepared.language, timeZone: 'UTC' }, () =>
          renderDocument(sampleDeskPages()[name] ?? <never>null),
        ),
    ]),
  ]

  it.each(draw)('%s says nothing in English', async (_name, render) => {
    const html = withHeldMarkup(await render())
    expect(html).toContain('ž')
    expect(inEnglish(html)).toEqual([])
  })

  it('so do its mails', async () => {
    const mails = await sampleMails(prepared.language)
    expect(Object.keys(mails).length).toBeGreaterThan(15)
    for (const html of Object.values(mails)) expect([html.includes('ž'), inEnglish(html)]).toEqual([true, []])
  })

  it('is offered to nobody before its review is recorded', () => {
    expect(LANGUAGES.map(({ code }) => code as string)).toContain('pl')
    expect(offered(LANGUAGES).map(({ code }) => code as string)).not.toContain('pl')
    expect([chooseLanguage('pl', null), chooseLanguage(null, 'pl'), deskLanguage('pl')]).toEqual(['en', 'en', 'en'])
    expect([...MESSAGE_LANGUAGES, ...MAIL_LANGUAGES].map(String)).not.toContain('pl')
  })
})
