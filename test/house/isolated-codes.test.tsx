import { describe, expect, it } from 'vitest'
import { renderDocument, renderVerdictPage } from '@/components/site/render-document'
import { forReader } from '@/lib/i18n/desk/reader'
import { withHeldMarkup } from '@/test/samples/held-markup'
import { sampleDeskPages } from '@/test/samples/sample-desk-pages'
import { sampleMails } from '@/test/samples/sample-mails'
import { samplePages } from '@/test/samples/sample-pages'
import { SAMPLE_VIEWS } from '@/test/samples/sample-views'

/** What is written from left to right in every language, and falls apart in a right-to-left sentence without isolation. */
const CODES = [
  /https?:\/\/[^\s”]+/,
  /did:[a-z]+:[^\s”]+/,
  /(?<![\w/.])\/(?:api|verify|issuers|passport|badges|docs|receipts)\b[^\s”]*/,
  /@[A-Za-z]+/,
  /\b[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){3}\b/,
  /\b[0-9a-f]{64}\b/,
  /\b(?:[a-z0-9-]+\.)+(?:example|org|test|com)\b/,
  /\b\d[\d.,]* ?(?:[kKMG]i?B|bytes?)\b/,
]

const MARKUP = /<(\/)?([a-z][a-z0-9]*)((?:[^>"]|"[^"]*")*)>|([^<]+)/gi
const VOID = new Set(['area', 'base', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr'])
const UNREAD = new Set(['head', 'script', 'style', 'title', 'textarea', 'option', 'svg'])

/** The whole text of an element, letters and dots with a letter at both ends: nothing of it can change sides. */
const ALONE = /^[a-z](?:[a-z.]*[a-z])?$/i

interface Open {
  name: string
  isolates: boolean
  unread: boolean
}

/** Codes of a page that stand in its right-to-left text, and elements of code without a direction. */
function loose(html: string): string[] {
  const open: Open[] = []
  const found: string[] = []
  for (const [, closing, name = '', attributes = '', text] of html.matchAll(MARKUP)) {
    const within = open.at(-1)
    if (text !== undefined) {
      if (within && !within.isolates && !within.unread && !ALONE.test(text)) found.push(...codesIn(decoded(text)))
    } else if (closing) {
      open.splice(open.map((one) => one.name).lastIndexOf(name))
    } else if (!VOID.has(name)) {
      const isCode = /^(code|pre|kbd|samp)$/.test(name)
      const directed = /\sdir="ltr"/.test(attributes)
      if (isCode && !directed && !within?.isolates) found.push(`<${name}>`)
      open.push({
        name,
        isolates: within?.isolates === true || directed || name === 'bdi',
        unread: within?.unread === true || UNREAD.has(name),
      })
    }
  }
  return found
}

/** Isolated in the sentence itself, by the characters for it (UAX #9: LRI or FSI, and PDI). */
const codesIn = (text: string) =>
  CODES.flatMap((code) => code.exec(text.replace(/[\u2066\u2068][^\u2069]*\u2069/g, ' '))?.[0] ?? [])

const decoded = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

const forArab = <T,>(run: () => T) => forReader({ language: 'ar', timeZone: 'UTC' }, run)

const pages: [string, () => Promise<string>][] = [
  ...Object.entries(forArab(sampleDeskPages)).map(([name, page]): [string, () => Promise<string>] => [
    name,
    () => forArab(() => renderDocument(page)),
  ]),
  ...Object.entries(samplePages('ar')).map(([name, page]): [string, () => Promise<string>] => [
    name,
    () => renderDocument(page),
  ]),
  ...Object.entries(SAMPLE_VIEWS).map(([name, view]): [string, () => Promise<string>] => [
    name,
    () => renderVerdictPage({ ...view, language: 'ar' }),
  ]),
]

describe('codes, paths, addresses and serials keep their direction in Arabic', () => {
  it('on all pages', () => expect(pages.length).toBeGreaterThan(100))

  it('in all mails', async () => {
    const mails = Object.entries(await sampleMails('ar'))
    expect(mails.length).toBeGreaterThan(15)
    expect(mails.map(([name, html]) => [name, loose(html)])).toEqual(mails.map(([name]) => [name, []]))
    const bare = mails.flatMap(([, html]) => loose(html.replace(/[\u2066-\u2069]/g, '')))
    expect(bare.length).toBeGreaterThan(10)
  })

  it.each(pages)('%s', async (_name, render) => {
    const html = await render()
    expect(html.includes('dir="rtl"')).toBe(true)
    expect(loose(withHeldMarkup(html))).toEqual([])
  })

  it.each([
    '<p>افتح /api/public</p>',
    '<p>على verify.example.org</p>',
    '<p><code>x</code></p>',
    '<p>7K3M-9QXT-2VBD-8RWN</p>',
    '<p>“@context”</p>',
    '<bdi>x</bdi><p>did:web:a.example</p>',
  ])('finds %s', (html) => expect(loose(html)).not.toEqual([]))
})
