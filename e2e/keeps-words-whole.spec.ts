import type { Page } from '@playwright/test'
import { LANGUAGES } from '@/lib/i18n/languages'
import { expectNoSidewaysScroll } from './support/inspect-page'
import { expect, sampleNames, test } from './support/samples'

/** The longest word that every cell has room for. */
const LONGEST = 24

const WIDTHS = [360, 720, 900, 1024, 1280, 2560]

// The page to sign in asks for passkeys, which nobody answers here.
test.use({ expectedErrors: [/status of 404 .*passkey-options/] })

/** The words that stand on two lines, in headings and in cells of tables that hold no word too long for any column. */
function brokenWords(page: Page): Promise<string[]> {
  return page.locator('td:not(.long), th:not(.long), h1, h2').evaluateAll(
    (cells, longest) =>
      cells.flatMap((cell) => {
        const broken: string[] = []
        const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          for (const word of (node.textContent ?? '').matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
            const range = document.createRange()
            range.setStart(node, word.index)
            range.setEnd(node, word.index + word[0].length)
            const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
            if (word[0].length <= longest && lines.size > 1) broken.push(word[0])
          }
        }
        return broken
      }),
    LONGEST,
  )
}

const GROUPS = { 'at the desk': /^desk-/, 'of the public pages': /^(superseded|issuer|verified)/ }

for (const [group, names] of Object.entries(GROUPS)) {
  test(`cells and headings ${group} break no word at any width, and nothing scrolls sideways`, async ({ page }) => {
    let tables = 0
    for (const name of sampleNames().filter((one) => names.test(one))) {
      for (const language of name.startsWith('desk-') ? ['en'] : ['en', 'ar', 'de']) {
        await page.goto(`/${name}?lang=${language}`)
        tables += await page.locator('table').count()
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 })
          expect(await brokenWords(page), `${page.url()} at ${width} px`).toEqual([])
          await expectNoSidewaysScroll(page)
        }
      }
    }
    expect(tables).toBeGreaterThan(2)
  })
}

test('a verdict breaks no word where the letters of a phone are twice as large', async ({ page }) => {
  await page.setViewportSize({ width: 195, height: 420 })
  for (const name of ['home', 'verified', 'withdrawn', 'superseded', 'issuer-suspended']) {
    // Chinese breaks between any two of its signs.
    for (const { code } of LANGUAGES.filter((one) => one.code !== 'zh')) {
      await page.goto(`/${name}?lang=${code}`)
      expect(await brokenWords(page), page.url()).toEqual([])
      await expectNoSidewaysScroll(page)
    }
  }
})
