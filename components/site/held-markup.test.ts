import { describe, expect, it } from 'vitest'
import { sampleDeskPages } from '@/test/samples/sample-desk-pages'
import { samplePages } from '@/test/samples/sample-pages'
import { SAMPLE_VIEWS } from '@/test/samples/sample-views'
import { renderDocument, renderVerdictPage } from './render-document'

/** What a program takes for the words of a page that knows no more of HTML than where an element begins and ends. */
const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ')

describe('a page that a program reads as text', () => {
  const pages = Object.entries({ ...samplePages('en'), ...sampleDeskPages() })

  it.each(pages)('says nothing that nobody sees on it: %s', async (_name, page) => {
    expect(textOf(await renderDocument(page))).not.toMatch(/\{\w+\}/)
  })

  it.each(Object.entries(SAMPLE_VIEWS))('compares no name, and is not too old: %s', async (_name, view) => {
    expect(textOf(await renderVerdictPage(view))).not.toMatch(/Likely the same|no longer shown|Kept:/)
  })
})
