import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/inspect-page'
import { expect, sampleNames, test } from './support/samples'

/** Every page as a static document from made-up data: each outcome, each form, the issuer's desk. */
const GROUPS = ['verdicts', 'badges', 'issuers, reports, passports and watches', 'the desk', 'the rest'] as const

const isVerdict = (name: string) =>
  !/^(home|privacy|history|check-many(?!-(none|places|outage)).*|receipts|scan|offline|file|missing|not-available|badges|issuers?(?!-suspended).*|watch.*|report.*|passport.*|desk-.*)$/.test(
    name,
  )

function groupOf(name: string): (typeof GROUPS)[number] {
  if (name.startsWith('badge')) return 'badges'
  if (name.startsWith('desk-')) return 'the desk'
  if (isVerdict(name)) return 'verdicts'
  return /^(issuer|report|passport|watch)/.test(name) ? 'issuers, reports, passports and watches' : 'the rest'
}

const pagesOf = (group: string) => sampleNames().filter((name) => groupOf(name) === group)

/** The smallest telephone. */
const SMALLEST = { width: 320, height: 568 }

// The page to sign in asks for passkeys, which nobody answers here.
test.use({ viewport: SMALLEST, expectedErrors: [/status of 404 .*(passkey-options|verify\/batch)/] })

/** Expects the page to fit the smallest telephone, and a verdict to stand above its fold. */
async function expectFit(page: Page, name: string): Promise<void> {
  await expectNoSidewaysScroll(page)
  if (!isVerdict(name)) return
  await expect(page.locator('.verdict'), name).toBeVisible()
  const banner = await page.locator('.verdict').boundingBox()
  expect((banner?.y ?? 0) + (banner?.height ?? Infinity), page.url()).toBeLessThanOrEqual(SMALLEST.height)
}

/** Expects what can be touched to be 44 px high; of a choice the whole label is what is touched. */
async function expectTouchable(page: Page): Promise<void> {
  const small = await page
    .locator('a[href], button, summary, textarea, select, input:not([type=radio], [type=checkbox])')
    .filter({ visible: true })
    .evaluateAll((all) =>
      all
        .filter((one) => Math.round(one.getBoundingClientRect().height) < 44)
        .map((one) => `${one.getBoundingClientRect().height} px: ${one.outerHTML}`),
    )
  expect(small, page.url()).toEqual([])
}

for (const group of GROUPS) {
  test(`${group}: fit, can be touched, grow, and axe finds nothing`, async ({ page }) => {
    expect(pagesOf(group)).not.toEqual([])
    for (const name of pagesOf(group)) {
      if (!name.startsWith('desk-')) {
        await page.goto(`/${name}?lang=ar`)
        await expectFit(page, name)
      }
      await page.goto(`/${name}`)
      await expectFit(page, name)
      await expectTouchable(page)
      await page.keyboard.press('Tab')
      const outline = await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)
      expect(outline, name).toBe('solid')
      await expectAccessible(page)

      await page.setViewportSize({ width: 640, height: 512 })
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
      await expectNoSidewaysScroll(page)
      await page.setViewportSize(SMALLEST)
    }
  })
}

test('verdicts print onto one page', async ({ page }) => {
  for (const name of sampleNames().filter(isVerdict)) {
    await page.goto(`/${name}`)
    const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1')
    // Two pictures of a page, large enough to be read, stand on it too.
    const isCompared = /^file-(recreated|uncompared|differs)$/.test(name)
    expect(pdf.match(/\/Type\s*\/Page\b/g), name).toHaveLength(isCompared ? 2 : 1)
  }
})
