import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { samplePages } from './samples/sample-pages'

/** How an issuer stands is no verdict on a certificate. */
const pages = Object.entries(samplePages('en'))
  .filter(([name]) => !name.startsWith('issuer'))
  .map(([name, page]) => [name, renderToStaticMarkup(page)] as const)

/** What stays in view once the page gives way: neither its banner nor what it hides, and no template. */
function remains(html: string): string {
  let rest = html.replace(/<template\b[\s\S]*?<\/template>/g, '')
  for (const [, tag = ''] of rest.matchAll(/<(\w+)[^>]* (?:data-verdict|data-banner)[=\s>]/g)) {
    const begin = new RegExp(`<${tag}\\b[^>]* (?:data-verdict|data-banner)[=\\s>]`).exec(rest)?.index ?? rest.length
    let depth = 0
    let end = rest.length
    for (const { 0: mark, index } of rest.slice(begin).matchAll(new RegExp(`</?${tag}\\b`, 'g'))) {
      depth += mark.startsWith('</') ? -1 : 1
      if (depth > 0) continue
      end = begin + index
      break
    }
    rest = rest.slice(0, begin) + rest.slice(end)
  }
  return rest
}

describe('a page of verdicts, once they are five minutes old', () => {
  const aged = pages.filter(
    ([, html]) => /class="(?:verdict|row-verdict) (?!unknown)/.test(remains(html)) || /data-stale/.test(html),
  )

  it('is known', () => {
    const names = aged.map(([name]) => name)
    expect(names).toEqual(expect.arrayContaining(['check-many-results', 'receipt-batch']))
  })

  it.each(aged)('shows none any more: %s', (_name, html) => {
    expect(html).toContain('<template data-stale')
    expect(remains(html)).not.toMatch(/class="(?:verdict|row-verdict) /)
  })
})
